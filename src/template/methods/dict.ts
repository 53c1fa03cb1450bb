import { defineBuiltins, type Registry, type Run } from '../builtin.ts';
import { fail, valueError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import {
  deleteKey,
  entriesOf,
  getKey,
  hasKey,
  keysOf,
  makeDict,
  setKey,
  valuesOf,
} from '../value/mapping.ts';
import { Dict, type Mapping, Tuple, type Value } from '../value/value.ts';
import { dictEntries, dictView, pairsOf } from './dict-view.ts';

const asMapping = (self: Value): Mapping => self as Mapping;

/** A method that changes the mapping: only dictionaries the template itself made may be changed. */
const changing = (
  name: string,
  change: (dict: Dict, args: readonly Value[], runtime: Runtime) => Value,
): Run => {
  return (self, args, runtime) => {
    if (self instanceof Dict) return change(self, args, runtime);
    return fail(
      'template_read_only',
      `'${name}' would change a mapping that the template did not make`,
      'copy it first: `dict(x)`',
    );
  };
};

/** The optional second argument of `get` and `pop`, which may be given and undefined. */
function atMostOne(rest: Value, name: string): readonly Value[] {
  const values = rest as readonly Value[];
  if (values.length > 1) fail('template_arguments', `'${name}' takes a key and one default`);
  return values;
}

export const DICT_METHODS: Registry = defineBuiltins('method of dict', {
  get: [
    ['key', '*default'],
    (self, [key, rest]) => {
      const [otherwise] = [...atMostOne(rest, 'get'), null];
      return hasKey(asMapping(self), key) ? getKey(asMapping(self), key) : otherwise;
    },
  ],
  items: [[], (self, _args, runtime) => dictView('dict_items', dictEntries(asMapping(self)), runtime)],
  keys: [[], (self, _args, runtime) => dictView('dict_keys', keysOf(asMapping(self)), runtime)],
  values: [[], (self, _args, runtime) => dictView('dict_values', valuesOf(asMapping(self)), runtime)],
  copy: [
    [],
    (self, _args, runtime) => {
      const entries = entriesOf(asMapping(self));
      runtime.produce(entries.length);
      return makeDict(entries);
    },
  ],
  update: [
    ['*others', '**named'],
    changing('update', (dict, [others, named], runtime) => {
      const [other, ...more] = others as readonly Value[];
      if (more.length > 0) fail('template_arguments', "'update' takes one mapping and named values");
      const pairs = [...pairsOf(other, 'update', runtime), ...(named as ReadonlyMap<string, Value>)];
      runtime.produce(pairs.length);
      for (const [key, value] of pairs) setKey(dict, key, value);
      return null;
    }),
  ],
  pop: [
    ['key', '*default'],
    changing('pop', (dict, [key, rest]) => {
      const values = atMostOne(rest, 'pop');
      if (!hasKey(dict, key)) {
        return values.length > 0
          ? values[0]
          : valueError("'pop' is asked for a key that is missing", 'give a default as second argument');
      }
      const value = getKey(dict, key);
      deleteKey(dict, key);
      return value;
    }),
  ],
  popitem: [
    [],
    changing('popitem', (dict, _args, runtime) => {
      runtime.step(Math.ceil(dict.size / 64));
      const last = keysOf(dict).at(-1);
      if (dict.size === 0) valueError("'popitem' needs a mapping that is not empty");
      const pair = Tuple.of_([last, dict.get(last)]);
      dict.delete(last);
      return pair;
    }),
  ],
  setdefault: [
    ['key', 'default?'],
    changing('setdefault', (dict, [key, value], runtime) => {
      if (!hasKey(dict, key)) {
        runtime.produce(1);
        setKey(dict, key, value ?? null);
      }
      return getKey(dict, key);
    }),
  ],
  clear: [
    [],
    changing('clear', dict => {
      dict.clear();
      return null;
    }),
  ],
});
