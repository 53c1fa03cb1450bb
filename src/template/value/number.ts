import { MAX_INTEGER_BITS } from '../budget.ts';
import { fail } from '../error.ts';
import type { Numeric } from './kinds.ts';
import { Float } from './value.ts';

/** The value as a JavaScript number; a big integer loses precision, as `float(n)` does in Python. */
export function toNumber(value: Numeric): number {
  return value instanceof Float ? value.value : Number(value);
}

/** A float result: boxed when JavaScript would take it for an integer. */
export function makeFloat(value: number): number | Float {
  return Number.isInteger(value) || !Number.isFinite(value) ? new Float(value) : value;
}

/** An integer result: a `number` as long as it is exact, else a `bigint`. */
export function makeInteger(value: bigint): number | bigint {
  const small = Number(value);
  if (Number.isSafeInteger(small)) return small;
  if (bitsOf(value) > MAX_INTEGER_BITS) {
    fail('template_budget', `an integer exceeds ${MAX_INTEGER_BITS} bits`, 'compute with smaller numbers');
  }
  return value;
}

const bitsOf = (value: bigint) => (value < 0n ? -value : value).toString(16).length * 4;

/** The integer part of a float as an exact integer. */
export function truncate(value: number): number | bigint {
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole + 0 : makeInteger(BigInt(whole));
}

export function toBigInt(value: number | bigint | boolean): bigint {
  return BigInt(value);
}
