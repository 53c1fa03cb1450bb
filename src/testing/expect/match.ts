import { isMapping, type PlainValue } from '../../common/plain-value.ts';

/** One thing that is not as it should be. An absent side is not there at all. */
export interface Difference {
  /** Where, as the test writes it: `result.items[2].name`. */
  readonly path: string;
  readonly expected: PlainValue | undefined;
  readonly actual: PlainValue | undefined;
  /** What helps to understand it. */
  readonly note?: string;
}

/** Of one comparison; the rest follows from them, or is more of the same. */
const MOST_DIFFERENCES = 20;

/**
 * Compares data with what is expected of it: a mapping may name a part, at any depth; a list has exactly
 * the items it should have, each compared in this way; everything else is equal.
 */
export function match(
  expected: PlainValue,
  actual: PlainValue | undefined,
  path: string,
): readonly Difference[] {
  const found: Difference[] = [];
  compare(expected, actual, path, found);
  return found;
}

function compare(
  expected: PlainValue,
  actual: PlainValue | undefined,
  path: string,
  found: Difference[],
): void {
  if (found.length >= MOST_DIFFERENCES) return;
  if (isMapping(expected) && isMapping(actual)) {
    for (const [key, value] of Object.entries(expected))
      compare(value, Object.hasOwn(actual, key) ? actual[key] : undefined, below(path, key), found);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    compareLists(expected, actual, path, found);
  } else if (!isSame(expected, actual)) found.push({ path, expected, actual });
}

function compareLists(
  expected: readonly PlainValue[],
  actual: readonly PlainValue[],
  path: string,
  found: Difference[],
): void {
  if (expected.length !== actual.length) {
    const note = `${expected.length} items expected, there are ${actual.length}`;
    found.push({ path, expected, actual, note });
    return;
  }
  for (const [i, value] of expected.entries()) compare(value, actual[i], `${path}[${i}]`, found);
}

/** What is not there is null; `1` and a 64-bit 1 are the same number. */
function isSame(expected: PlainValue, actual: PlainValue | undefined): boolean {
  if (expected === (actual ?? null)) return true;
  const areNumbers = isNumber(expected) && isNumber(actual);
  // biome-ignore lint/suspicious/noDoubleEquals: the one comparison of JavaScript that is exact for both kinds
  return areNumbers && expected == actual;
}

const isNumber = (value: PlainValue | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Keys that are no names are quoted. */
export const below = (path: string, key: string): string =>
  /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
