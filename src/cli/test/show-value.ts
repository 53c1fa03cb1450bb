import { writeExactJson } from '../../common/exact-json.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { visible } from '../output/visible.ts';

const LONGEST = 400;

/** A value on one line, cut where it is too long to be read. */
export function showValue(value: PlainValue | undefined): string {
  if (value === undefined) return '(nothing)';
  const line = visible(writeExactJson(value));
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}… (${line.length} characters)` : line;
}
