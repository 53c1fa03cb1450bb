import { defineBuiltins, type Run } from '../builtin.ts';
import { valueError } from '../error.ts';
import { flagOr, isGiven } from '../methods/arguments.ts';
import { type Keyed, orderOf, orderOfKeys, sortKeyed } from '../methods/sort.ts';
import type { Runtime } from '../runtime.ts';
import { isEqual } from '../value/equality.ts';
import { expectMapping } from '../value/expect.ts';
import { entriesOf } from '../value/mapping.ts';
import { ownList } from '../value/owned.ts';
import { Iterable, NamedTuple, Tuple, type Value } from '../value/value.ts';
import { attributeGetter, type Getter, ignoreCase, multiGetter } from './attribute-path.ts';
import { hashKey } from './hash-key.ts';
import { listOf } from './input.ts';

/** Reads the key an item is compared by; texts compare without regard to case unless asked. */
function keyGetter(
  attribute: Value,
  caseSensitive: Value,
  owner: string,
  runtime: Runtime,
  otherwise?: Value,
): Getter {
  const get = attributeGetter(attribute, owner, otherwise);
  return flagOr(caseSensitive, false) ? get : item => ignoreCase(get(item), runtime);
}

const sort: Run = (self, [reverse, caseSensitive, attribute], runtime) => {
  const get = multiGetter(attribute, 'sort');
  const fold: Getter = flagOr(caseSensitive, false) ? key => key : key => ignoreCase(key, runtime);
  const items = listOf(self, runtime);
  runtime.produce(items.length);
  const keyed = Array.from(items, item => ({ key: get(item).map(fold), item }));
  return ownList(sortKeyed(keyed, (a, b) => orderOfKeys(a, b, runtime), flagOr(reverse, false)));
};

/** The first of the items that come before (sign -1) or after all others. */
const extreme = (owner: string, sign: 1 | -1): Run => {
  return (self, [caseSensitive, attribute], runtime) => {
    const get = keyGetter(attribute, caseSensitive, owner, runtime);
    const [head, ...rest] = Array.from(listOf(self, runtime), item => ({ key: get(item), item }));
    return rest.reduce((best, next) => (sign * orderOf(next.key, best?.key, runtime) > 0 ? next : best), head)
      ?.item;
  };
};

const unique: Run = (self, [caseSensitive, attribute], runtime) => {
  const get = keyGetter(attribute, caseSensitive, 'unique', runtime);
  const seen = new Set<unknown>();
  const items = Array.from(listOf(self, runtime)).filter(item => {
    const key = hashKey(get(item), 'unique', runtime);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  runtime.produce(items.length);
  return Iterable.generator(items);
};

/** Sorted by the key, then neighbours with equal keys together; the group is named as its first item is. */
const groupBy: Run = (self, [attribute, otherwise, caseSensitive], runtime) => {
  const get = keyGetter(attribute, caseSensitive, 'groupby', runtime, otherwise);
  const name = attributeGetter(attribute, 'groupby', otherwise);
  const items = listOf(self, runtime);
  runtime.produce(items.length);
  const keyed: Keyed<Value>[] = Array.from(items, item => {
    const key = get(item);
    return { key, item: Tuple.of_([key, item]) };
  });
  const groups: { key: Value; list: Value[] }[] = [];
  for (const pair of sortKeyed(keyed, (a, b) => orderOf(a, b, runtime), false)) {
    const [key, item] = pair as Tuple;
    const group = groups.at(-1);
    if (group && isEqual(group.key, key, runtime)) group.list.push(item);
    else groups.push({ key, list: ownList([item]) });
  }
  return ownList(groups.map(({ list }) => new NamedTuple(['grouper', 'list'], [name(list[0]), list])));
};

const dictSort: Run = (self, [caseSensitive, by, reverse], runtime) => {
  if (isGiven(by) && by !== 'key' && by !== 'value') valueError("'dictsort' sorts by 'key' or by 'value'");
  const entries = entriesOf(expectMapping(self, "the value of 'dictsort'"));
  runtime.step(entries.length);
  runtime.produce(entries.length);
  const part = by === 'value' ? 1 : 0;
  const fold: Getter = flagOr(caseSensitive, false) ? key => key : key => ignoreCase(key, runtime);
  const keyed = entries.map(entry => ({ key: fold(entry[part]), item: Tuple.of_(entry) }));
  return ownList(sortKeyed(keyed, (a, b) => orderOf(a, b, runtime), flagOr(reverse, false)));
};

export const ORDER_FILTERS = defineBuiltins('filter', {
  sort: [['reverse?', 'case_sensitive?', 'attribute?'], sort],
  min: [['case_sensitive?', 'attribute?'], extreme('min', -1)],
  max: [['case_sensitive?', 'attribute?'], extreme('max', 1)],
  unique: [['case_sensitive?', 'attribute?'], unique],
  groupby: [['attribute', 'default?', 'case_sensitive?'], groupBy],
  dictsort: [['case_sensitive?', 'by?', 'reverse?'], dictSort],
});
