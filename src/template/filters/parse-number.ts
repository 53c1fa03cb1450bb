import { fail } from '../error.ts';
import { strip } from '../methods/text/whitespace.ts';
import { makeFloat, makeInteger } from '../value/number.ts';
import type { Float } from '../value/value.ts';

/** Python reads at most this many digits: converting is quadratic in their number. */
const MAX_DIGITS = 4300;

const PREFIXES: Readonly<Record<number, RegExp>> = { 2: /^0b_?/i, 8: /^0o_?/i, 16: /^0x_?/i };

/** `int(text, base)`: a sign, digits of the base, `_` between digits; undefined if it is no integer. */
export function parseInteger(text: string, base: number): number | bigint | undefined {
  if (base !== 0 && (base < 2 || base > 36)) return undefined;
  const [, sign = '', body = ''] = /^([+-]?)([\s\S]*)$/.exec(strip(text, 'both')) ?? [];
  const radix = base === 0 ? radixOf(body) : base;
  const digits = body.replace(PREFIXES[radix] ?? /^(?!)/, '');
  if (!/^[\da-z]+(?:_[\da-z]+)*$/i.test(digits)) return undefined;
  if (digits.length > MAX_DIGITS) {
    fail(
      'template_budget',
      `an integer is read from more than ${MAX_DIGITS} digits`,
      'compute with smaller numbers',
    );
  }
  const size = digitsValue(digits.replaceAll('_', '').toLowerCase(), radix);
  return size === undefined ? undefined : makeInteger(sign === '-' ? -size : size);
}

function radixOf(body: string): number {
  if (/^0x/i.test(body)) return 16;
  if (/^0o/i.test(body)) return 8;
  return /^0b/i.test(body) ? 2 : 10;
}

function digitsValue(digits: string, radix: number): bigint | undefined {
  if (radix === 10) return /^\d+$/.test(digits) ? BigInt(digits) : undefined;
  let value = 0n;
  for (const digit of digits) {
    const weight = Number.parseInt(digit, 36);
    if (weight >= radix) return undefined;
    value = value * BigInt(radix) + BigInt(weight);
  }
  return value;
}

/** No two neighbouring parts can match the same digits, so that reading stays linear. */
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/** `float(text)`; undefined if it is no number. */
export function parseFloatText(text: string): number | Float | undefined {
  const trimmed = strip(text, 'both');
  if (FLOAT.test(trimmed)) return makeFloat(Number(trimmed.replaceAll('_', '')));
  const infinite = INFINITE.exec(trimmed);
  if (infinite) return makeFloat(infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  return /^[+-]?nan$/i.test(trimmed) ? makeFloat(Number.NaN) : undefined;
}
