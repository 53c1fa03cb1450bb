import type { Meter } from '../budget.ts';
import { isMapping, isNumeric, isTuple, type Numeric } from './kinds.ts';
import { getKey, hasKey, keysOf, sizeOf } from './mapping.ts';
import { Float, Iterable, Moment, Range, type Value } from './value.ts';

/** `a == b` as Python sees it, and ids (strings of digits) against integers by their number. */
export function isEqual(a: Value, b: Value, meter: Meter): boolean {
  if (a === b) return true;
  if (a === null || b === null || a === undefined || b === undefined) return false;
  if (isNumeric(a)) return isNumeric(b) ? isSameNumber(a, b) : typeof b === 'string' && isSameId(b, a);
  if (typeof a === 'string') return isNumeric(b) && isSameId(a, b);
  if (typeof b !== 'object') return false;
  meter.step();
  meter.descend();
  const equal = isSameContent(a, b, meter);
  meter.ascend();
  return equal;
}

export function isSameNumber(a: Numeric, b: Numeric): boolean {
  const left = a instanceof Float ? a.value : a;
  const right = b instanceof Float ? b.value : b;
  // Unlike `===`, these compare a number with a bigint by value and without rounding.
  return left <= right && left >= right;
}

/**
 * Ids are 64-bit integers and travel as strings of digits, because JavaScript would round them.
 * Such a string (16 digits or more, so that `'1' == 1` stays false) compares with an integer by value.
 */
const ID = /^[1-9]\d{15,19}$/;

export function idOf(text: string): bigint | undefined {
  return ID.test(text) ? BigInt(text) : undefined;
}

function isSameId(text: string, number: Numeric): boolean {
  const id = idOf(text);
  return id !== undefined && isSameNumber(id, number);
}

function isSameContent(a: object, b: object, meter: Meter): boolean {
  const left = a as Value;
  const right = b as Value;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length || isTuple(left) !== isTuple(right))
      return false;
    meter.step(left.length);
    return left.every((item, i) => isEqual(item, right[i] as Value, meter));
  }
  if (isMapping(left) && isMapping(right)) {
    if (sizeOf(left) !== sizeOf(right)) return false;
    meter.step(sizeOf(left));
    return keysOf(left).every(
      key => hasKey(right, key) && isEqual(getKey(left, key), getKey(right, key), meter),
    );
  }
  if (left instanceof Range && right instanceof Range) {
    return (
      left.length === right.length &&
      (left.length === 0 || (left.start === right.start && (left.length === 1 || left.step === right.step)))
    );
  }
  if (
    left instanceof Iterable &&
    right instanceof Iterable &&
    left.typeName === right.typeName &&
    left.isSized
  ) {
    return (
      left.items.length === right.items.length &&
      left.items.every(item => {
        meter.step(right.items.length);
        return right.items.some(other => isEqual(item, other, meter));
      })
    );
  }
  return left instanceof Moment && right instanceof Moment && isSameMoment(left, right);
}

const isSameMoment = (a: Moment, b: Moment) => a.typeName === b.typeName && a.milliseconds === b.milliseconds;
