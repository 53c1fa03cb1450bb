import { isFloat, type Numeric } from './kinds.ts';
import { toNumber } from './number.ts';

/** A number as Python prints it. */
export function numberText(value: Numeric): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (isFloat(value)) return floatText(toNumber(value));
  return typeof value === 'number' && Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value);
}

/**
 * JavaScript and Python both choose the shortest digits that read back as the same float, but differ
 * in when they switch to an exponent (Python: below 1e-4 and from 1e16) and in `.0` and `e+16`.
 */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) return `${mantissa}e${exponentText(power)}`;
  const digits = mantissa.replace('-', '').replace('.', '');
  const sign = value < 0 ? '-' : '';
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return `${sign}${whole}.${digits.slice(power + 1) || '0'}`;
}

/** `+16`, `-05`: at least two digits and always a sign. */
export const exponentText = (power: number): string =>
  `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;

/** Digits after which a double has no more information; `toFixed` takes at most this many. */
const MAX_FIXED_DIGITS = 100;

/**
 * `digits` digits after the point, ties to the even digit as Python does. `toFixed` is exact but
 * breaks ties upwards; a tie needs the last bit of the value to weigh exactly half the last digit.
 */
export function fixedText(value: number, digits: number): string {
  const places = Math.min(digits, MAX_FIXED_DIGITS);
  if (Math.abs(value) >= 1e21) {
    return `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  }
  let text = value.toFixed(places);
  const isTie = (Math.abs(value) * 2 ** (places + 1)) % 2 === 1;
  if (isTie && /[13579]$/.test(text)) text = nextDown(text);
  return digits > places ? text.padEnd(text.length + digits - places, '0') : text;
}

/** `2.5` rounded up gave an odd `3`; the even neighbour is one less in the last digit. */
function nextDown(text: string): string {
  return text.slice(0, -1) + String(Number(text.at(-1)) - 1);
}
