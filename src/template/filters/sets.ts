import { defineBuiltins, type Run } from '../builtin.ts';
import type { Runtime } from '../runtime.ts';
import { ownList } from '../value/owned.ts';
import type { Value } from '../value/value.ts';
import { contentKey } from './hash-key.ts';
import { listOf } from './input.ts';

/** The items by their content, each once, in order. */
function byContent(value: Value, runtime: Runtime): Map<unknown, Value> {
  const items = new Map<unknown, Value>();
  for (const item of listOf(value, runtime)) {
    const key = contentKey(item, runtime);
    if (!items.has(key)) items.set(key, item);
  }
  return items;
}

type Combine = (a: Map<unknown, Value>, b: Map<unknown, Value>) => readonly Value[];

const combining = (combine: Combine): Run => {
  return (self, [other], runtime) => {
    const items = combine(byContent(self, runtime), byContent(other, runtime));
    runtime.produce(items.length);
    return ownList([...items]);
  };
};

const keep = (a: Map<unknown, Value>, isKept: (key: unknown) => boolean): Value[] =>
  [...a].filter(([key]) => isKept(key)).map(([, item]) => item);

/** Lists taken as sets: without repetitions, in the order of the first list. */
export const SET_FILTERS = defineBuiltins('filter', {
  union: [['other'], combining((a, b) => [...a.values(), ...keep(b, key => !a.has(key))])],
  intersect: [['other'], combining((a, b) => keep(a, key => b.has(key)))],
  difference: [['other'], combining((a, b) => keep(a, key => !b.has(key)))],
});
