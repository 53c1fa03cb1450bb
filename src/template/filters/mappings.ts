import { defineBuiltins } from '../builtin.ts';
import { typeError } from '../error.ts';
import { flagOr, textOr } from '../methods/arguments.ts';
import { dictEntries, dictView } from '../methods/dict-view.ts';
import { findMethod } from '../methods/index.ts';
import type { Runtime } from '../runtime.ts';
import { readAttribute, readItem } from '../value/attribute.ts';
import { expectMapping, expectText } from '../value/expect.ts';
import { isMapping, typeName } from '../value/kinds.ts';
import { entriesOf, getKey, hasKey, keysOf, makeDict, setKey, valuesOf } from '../value/mapping.ts';
import { ownList } from '../value/owned.ts';
import { type Dict, Iterable, type Mapping, type Value } from '../value/value.ts';
import { listOf, refuseIfStrict } from './input.ts';

/** Undefined has no entries, so that `missing | items` is an empty loop. */
function mappingOf(value: Value, owner: string, runtime: Runtime): Mapping {
  if (value !== undefined) return expectMapping(value, `the value of '${owner}'`);
  refuseIfStrict(runtime);
  return {};
}

/** Later mappings win; with `recursive`, mappings inside mappings are combined in the same way. */
function combine(mappings: readonly Mapping[], recursive: boolean, runtime: Runtime): Dict {
  runtime.descend();
  const combined = makeDict([]);
  for (const mapping of mappings) {
    const entries = entriesOf(mapping);
    runtime.step(entries.length);
    runtime.produce(entries.length);
    for (const [key, value] of entries) {
      const old = getKey(combined, key);
      const isDeeper = recursive && isMapping(old) && isMapping(value);
      setKey(combined, key, isDeeper ? combine([old, value], true, runtime) : value);
    }
  }
  runtime.ascend();
  return combined;
}

function attributeOnly(value: Value, name: string): Value {
  return isMapping(value) ? findMethod(value, name) : readAttribute(value, name);
}

const NAMES = ['key_name?', 'value_name?'];

const keyName = (value: Value): string => textOr(value, 'key', "the argument 'key_name'");
const valueName = (value: Value): string => textOr(value, 'value', "the argument 'value_name'");

function itemsToDict(items: readonly Value[], key: string, value: string): Dict {
  return makeDict(
    items.map(item => {
      if (isMapping(item) && hasKey(item, key)) return [getKey(item, key), getKey(item, value)] as const;
      return typeError(
        `'items2dict' needs mappings with a '${key}', but there is an item of type ${typeName(item)}`,
      );
    }),
  );
}

export const MAPPING_FILTERS = defineBuiltins('filter', {
  items: [
    [],
    (self, _args, runtime) => {
      const entries = dictEntries(mappingOf(self, 'items', runtime));
      runtime.produce(entries.length);
      return Iterable.generator(entries);
    },
  ],
  keys: [
    [],
    (self, _args, runtime) => dictView('dict_keys', keysOf(mappingOf(self, 'keys', runtime)), runtime),
  ],
  values: [
    [],
    (self, _args, runtime) => dictView('dict_values', valuesOf(mappingOf(self, 'values', runtime)), runtime),
  ],
  get: [
    ['key', 'default?'],
    (self, [key, otherwise]) => {
      const value = isMapping(self) ? getKey(self, key) : readItem(self, key);
      return value === undefined ? otherwise : value;
    },
  ],
  attr: [['name'], (self, [name]) => attributeOnly(self, expectText(name, "the name of 'attr'"))],
  combine: [
    ['*others', '**options'],
    (self, [others, options], runtime) => {
      const mappings = [self, ...(others as readonly Value[])].map(value =>
        mappingOf(value, 'combine', runtime),
      );
      return combine(
        mappings,
        flagOr(recursiveOption(options as ReadonlyMap<string, Value>), false),
        runtime,
      );
    },
  ],
  dict2items: [
    NAMES,
    (self, [key, value], runtime) => {
      const entries = entriesOf(mappingOf(self, 'dict2items', runtime));
      runtime.step(entries.length);
      runtime.produce(entries.length * 3);
      return ownList(
        entries.map(([name, item]) =>
          makeDict([
            [keyName(key), name],
            [valueName(value), item],
          ]),
        ),
      );
    },
  ],
  items2dict: [
    NAMES,
    (self, [key, value], runtime) => {
      const items = listOf(self, runtime);
      runtime.produce(items.length);
      return itemsToDict(items, keyName(key), valueName(value));
    },
  ],
});

function recursiveOption(options: ReadonlyMap<string, Value>): Value {
  for (const name of options.keys()) {
    if (name !== 'recursive')
      typeError(`'combine' has no argument '${name}'`, 'it takes mappings and `recursive=true`');
  }
  return options.get('recursive');
}
