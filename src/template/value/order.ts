import type { Meter } from '../budget.ts';
import { fail, typeError } from '../error.ts';
import { idOf, isEqual } from './equality.ts';
import { isNumeric, isTuple, type Numeric, typeName } from './kinds.ts';
import { Float, Moment, type Value } from './value.ts';

/** Negative, zero or positive as `a` comes before, with or after `b`; an error if Python has no order. */
export function compare(a: Value, b: Value, operator: string, meter: Meter): number {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (Array.isArray(a) && Array.isArray(b) && isTuple(a) === isTuple(b))
    return compareLists(a, b, operator, meter);
  if (a instanceof Moment && b instanceof Moment && a.typeName === b.typeName)
    return a.milliseconds - b.milliseconds;
  const byId = compareIds(a, b);
  if (byId !== undefined) return byId;
  if (a === undefined || b === undefined)
    fail('template_undefined', `an undefined value cannot be compared with '${operator}'`);
  return typeError(
    `'${operator}' cannot compare ${typeName(a)} with ${typeName(b)}`,
    typeof a === 'string' || typeof b === 'string'
      ? 'convert one side first, for example with `| int`'
      : undefined,
  );
}

function compareNumbers(a: Numeric, b: Numeric): number {
  const left = a instanceof Float ? a.value : a;
  const right = b instanceof Float ? b.value : b;
  if (left < right) return -1;
  if (left > right) return 1;
  return left >= right ? 0 : Number.NaN;
}

/** By code points, as Python does; JavaScript's `<` compares UTF-16 units. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    const surrogates = (left & 0xf800) === 0xd800 || (right & 0xf800) === 0xd800;
    return surrogates ? a.codePointAt(i)! - b.codePointAt(i)! : left - right;
  }
  return a.length - b.length;
}

function compareLists(a: readonly Value[], b: readonly Value[], operator: string, meter: Meter): number {
  meter.descend();
  let result = a.length - b.length;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (isEqual(a[i], b[i], meter)) continue;
    result = compare(a[i], b[i], operator, meter);
    break;
  }
  meter.ascend();
  return result;
}

function compareIds(a: Value, b: Value): number | undefined {
  const left = typeof a === 'string' ? idOf(a) : a;
  const right = typeof b === 'string' ? idOf(b) : b;
  return isNumeric(left) && isNumeric(right) ? compareNumbers(left, right) : undefined;
}
