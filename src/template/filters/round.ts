import { valueError } from '../error.ts';
import { isFloat, isNumeric, type Numeric } from '../value/kinds.ts';
import { makeFloat, makeInteger, toBigInt, toNumber, truncate } from '../value/number.ts';
import { fixedText } from '../value/number-text.ts';
import type { Value } from '../value/value.ts';

/** Digits after the point beyond which a float has nothing to round, and before it where all is gone. */
const MOST_DIGITS = 323;

/** Python's `round(value, digits)`: to the nearest, ties to the even digit; an integer stays one. */
export function roundHalfEven(value: Numeric, digits: number): Value {
  if (!isFloat(value)) {
    if (digits >= 0) return makeInteger(toBigInt(value));
    return digits < -MOST_DIGITS
      ? 0
      : makeInteger(roundToUnit(toBigInt(value), 10n ** BigInt(-digits), false));
  }
  const number = toNumber(value);
  if (!Number.isFinite(number) || digits > MOST_DIGITS) return makeFloat(number);
  if (digits >= 0) return makeFloat(Number(fixedText(number, digits)));
  if (digits < -MOST_DIGITS) return makeFloat(number < 0 ? -0 : 0);
  const whole = Math.trunc(number);
  const rounded = Number(roundToUnit(BigInt(whole), 10n ** BigInt(-digits), whole !== number));
  return makeFloat(rounded === 0 && number < 0 ? -0 : rounded);
}

/** The multiple of `unit` nearest to a number whose whole part is `whole`; a fraction breaks a tie. */
function roundToUnit(whole: bigint, unit: bigint, hasFraction: boolean): bigint {
  const size = whole < 0n ? -whole : whole;
  const rest = size % unit;
  const below = size - rest;
  const isTie = rest * 2n === unit && !hasFraction;
  const isUp = isTie ? (below / unit) % 2n === 1n : rest * 2n >= unit;
  const rounded = isUp ? below + unit : below;
  return whole < 0n ? -rounded : rounded;
}

/** `round(none)` gives an integer, as Python's `round(value)` does. */
export function roundToInteger(value: Numeric): Value {
  if (!Number.isFinite(toNumber(value)))
    valueError("'round' cannot make an integer of a number that is not finite");
  const rounded = roundHalfEven(value, 0);
  return isNumeric(rounded) && isFloat(rounded) ? truncate(toNumber(rounded)) : rounded;
}

/** `ceil` and `floor` at a number of digits, by the same floating-point steps as Jinja2. */
export function roundTo(value: Numeric, digits: number, round: (value: number) => number): Value {
  const unit = 10 ** digits;
  // An integer has no negative zero.
  const rounded = (round(toNumber(value) * unit) || 0) / unit;
  return Number.isFinite(rounded)
    ? makeFloat(rounded)
    : valueError("the precision of 'round' is out of range");
}
