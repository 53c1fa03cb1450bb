import { nearestName } from '../../common/nearest-name.ts';
import { type Builtin, defineBuiltins, type Registry, type Run } from '../builtin.ts';
import { fail, typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import type { Arguments } from '../value/callable.ts';
import { typeName } from '../value/kinds.ts';
import { isTrue } from '../value/truth.ts';
import { Iterable, type Value } from '../value/value.ts';
import { attributeGetter, type Getter } from './attribute-path.ts';
import { listOf } from './input.ts';

type Named = ReadonlyMap<string, Value>;

/** Anything false has no items here, `none` and `0` too; and with no items nothing else is looked at. */
function itemsIn(value: Value, runtime: Runtime): readonly Value[] {
  return value === undefined || isTrue(value) ? listOf(value, runtime) : [];
}

/** The filter or test that `map`, `select` and their kin were given by name. */
function lookUp(registry: Registry, what: 'filter' | 'test', name: Value, owner: string): Builtin {
  if (typeof name !== 'string')
    return typeError(`'${owner}' needs the name of a ${what}, not ${typeName(name)}`);
  const found = registry.get(name);
  if (found) return found;
  const near = nearestName(name, registry.keys());
  return fail(
    what === 'filter' ? 'template_unknown_filter' : 'template_unknown_test',
    `'${owner}' names a ${what} that does not exist`,
    near === undefined ? undefined : `did you mean '${near}'?`,
  );
}

function mapper(positional: readonly Value[], named: Named, runtime: Runtime): Getter {
  if (positional.length === 0 && named.has('attribute')) {
    for (const name of named.keys()) {
      if (name !== 'attribute' && name !== 'default') {
        fail('template_arguments', `'map' has no argument '${name}' beside 'attribute' and 'default'`);
      }
    }
    return attributeGetter(named.get('attribute'), 'map', named.get('default'));
  }
  const [name, ...rest] = positional;
  if (positional.length === 0) {
    fail(
      'template_arguments',
      "'map' needs a filter or an attribute",
      "write `map('upper')` or `map(attribute='name')`",
    );
  }
  const filter = lookUp(runtime.vocabulary.filters, 'filter', name, 'map');
  const args: Arguments = { positional: rest, named };
  return item => filter.call(item, args, runtime);
}

const map: Run = (self, [args, named], runtime) => {
  const items = itemsIn(self, runtime);
  if (items.length === 0) return Iterable.generator([]);
  runtime.produce(items.length);
  return Iterable.generator(Array.from(items, mapper(args as readonly Value[], named as Named, runtime)));
};

function tester(
  positional: readonly Value[],
  named: Named,
  owner: string,
  runtime: Runtime,
): (item: Value) => boolean {
  const [name, ...rest] = positional;
  if (positional.length === 0) return isTrue;
  const test = lookUp(runtime.vocabulary.tests, 'test', name, owner);
  const args: Arguments = { positional: rest, named };
  return item => isTrue(test.call(item, args, runtime));
}

/** `keeps` is what the test must answer for an item to stay. */
const selecting = (owner: string, keeps: boolean, byAttribute: boolean): Run => {
  return (self, [args, named], runtime) => {
    const items = itemsIn(self, runtime);
    if (items.length === 0) return Iterable.generator([]);
    const positional = args as readonly Value[];
    if (byAttribute && positional.length === 0)
      fail('template_arguments', `'${owner}' needs the name of an attribute`);
    const get: Getter = byAttribute ? attributeGetter(positional[0], owner) : item => item;
    const test = tester(byAttribute ? positional.slice(1) : positional, named as Named, owner, runtime);
    runtime.produce(items.length);
    return Iterable.generator(Array.from(items).filter(item => test(get(item)) === keeps));
  };
};

const ANY = ['*args', '**kwargs'];

export const SELECT_FILTERS = defineBuiltins('filter', {
  map: [ANY, map],
  select: [ANY, selecting('select', true, false)],
  reject: [ANY, selecting('reject', false, false)],
  selectattr: [ANY, selecting('selectattr', true, true)],
  rejectattr: [ANY, selecting('rejectattr', false, true)],
});
