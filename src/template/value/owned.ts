import type { Value } from './value.ts';

/**
 * Lists the template itself made. Only these may be changed by `append` and its kin, and only these
 * can hold engine objects; a list that is not in here belongs to the caller, is never changed and
 * never needs to be searched for engine objects.
 */
const ownedLists = new WeakSet<object>();

export function ownList(items: Value[]): Value[] {
  ownedLists.add(items);
  return items;
}

export const isOwnedList = (value: readonly Value[]): boolean => ownedLists.has(value);
