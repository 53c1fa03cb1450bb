import { isMapping, type PlainValue } from '../../common/plain-value.ts';

/** One place where two values differ; undefined on the side that has nothing there. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly before: PlainValue | undefined;
  readonly after: PlainValue | undefined;
}

/** Where two values differ, as deep down as both have something to compare. */
export function diffValues(
  before: PlainValue | undefined,
  after: PlainValue | undefined,
  path: readonly (string | number)[] = [],
): Difference[] {
  if (isMapping(before) && isMapping(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap(key => diffValues(own(before, key), own(after, key), [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      diffValues(before[index], after[index], [...path, index]),
    ).flat();
  }
  return Object.is(before, after) ? [] : [{ path, before, after }];
}

const own = (mapping: { readonly [key: string]: PlainValue }, key: string): PlainValue | undefined =>
  Object.hasOwn(mapping, key) ? mapping[key] : undefined;
