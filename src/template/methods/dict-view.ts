import { typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { arrayOf } from '../value/iterate.ts';
import { isMapping, typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import { Iterable, type Mapping, Tuple, type Value } from '../value/value.ts';

export type ViewName = 'dict_items' | 'dict_keys' | 'dict_values';

/** What `d.items()` and its kin give: it has a length and can be walked, but not indexed. */
export function dictView(name: ViewName, items: readonly Value[], runtime: Runtime): Iterable {
  runtime.produce(items.length);
  return new Iterable(name, items, true);
}

export const dictEntries = (mapping: Mapping): Tuple[] => entriesOf(mapping).map(entry => Tuple.of_(entry));

/** The entries of a mapping, or a sequence of pairs, as `dict(…)` and `update` take them. */
export function pairsOf(value: Value, owner: string, runtime: Runtime): [Value, Value][] {
  if (value === undefined) return [];
  if (isMapping(value)) {
    const entries = entriesOf(value);
    runtime.step(entries.length);
    return entries;
  }
  return arrayOf(value, runtime).map(item => pairOf(item, owner));
}

function pairOf(item: Value, owner: string): [Value, Value] {
  const pair = typeof item === 'string' ? [...item] : item;
  if (Array.isArray(pair) && pair.length === 2) return [pair[0], pair[1]];
  return typeError(
    `'${owner}' needs a mapping or a list of pairs, not a list of ${typeName(item)}`,
    'each pair has a key and a value: `[["a", 1], ["b", 2]]`',
  );
}
