import type { Meter } from '../budget.ts';
import { isEqual } from '../value/equality.ts';
import { compare } from '../value/order.ts';
import type { Value } from '../value/value.ts';
import { payScan } from './text/pay.ts';

/** Python sorts with `<` alone. Long texts are paid for, because a sort reads them again and again. */
export function orderOf(a: Value, b: Value, meter: Meter): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') payScan(a.length < b.length ? a : b, meter);
  // NaN compares as neither less nor greater.
  return compare(a, b, '<', meter) || 0;
}

/** How two keys of several parts compare: the first parts that differ decide. */
export function orderOfKeys(a: readonly Value[], b: readonly Value[], meter: Meter): number {
  for (let i = 0; i < a.length; i++) {
    if (isEqual(a[i], b[i], meter)) continue;
    const order = orderOf(a[i], b[i], meter);
    if (order !== 0) return order;
  }
  return 0;
}

export interface Keyed<K> {
  readonly key: K;
  readonly item: Value;
}

/** A stable sort by key; in reverse, equal items still keep their order. */
export function sortKeyed<K>(
  keyed: readonly Keyed<K>[],
  order: (a: K, b: K) => number,
  reverse: boolean,
): Value[] {
  const sign = reverse ? -1 : 1;
  return [...keyed].sort((a, b) => sign * order(a.key, b.key)).map(({ item }) => item);
}

export function sortValues(items: readonly Value[], reverse: boolean, meter: Meter): Value[] {
  // Wrapped, because JavaScript sorts undefined to the end without asking.
  const keyed = items.map(item => ({ key: item, item }));
  return sortKeyed(keyed, (a, b) => orderOf(a, b, meter), reverse);
}
