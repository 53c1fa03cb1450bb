import type { Meter } from '../../budget.ts';
import { textLength } from '../../value/iterate.ts';
import { occurrences } from './find.ts';
import { payScan } from './pay.ts';

/** `text.replace(old, new, count)`; an empty `old` stands before every character and at the end. */
export function replaceText(text: string, old: string, by: string, count: number, meter: Meter): string {
  payScan(text, meter);
  const limit = count < 0 ? Number.POSITIVE_INFINITY : count;
  if (old === '') return insertBetween(text, by, limit, meter);
  const found = occurrences(text, old, limit);
  meter.produce(text.length + found.length * by.length);
  let result = '';
  let start = 0;
  for (const at of found) {
    result += text.slice(start, at) + by;
    start = at + old.length;
  }
  return result + text.slice(start);
}

function insertBetween(text: string, by: string, limit: number, meter: Meter): string {
  const count = Math.min(limit, textLength(text) + 1);
  meter.produce(text.length + count * by.length);
  let left = count;
  let result = '';
  for (const char of text) result += left-- > 0 ? by + char : char;
  return left > 0 ? result + by : result;
}
