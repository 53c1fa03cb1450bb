import type { Meter } from '../../budget.ts';
import { textLength } from '../../value/iterate.ts';

/** Pads, paid for before it is done. `fill` is one character. */
export function padLeft(text: string, width: number, fill: string, meter: Meter): string {
  return padding(missing(text, width), fill, meter) + text;
}

export function padRight(text: string, width: number, fill: string, meter: Meter): string {
  return text + padding(missing(text, width), fill, meter);
}

/** Where an odd number of characters is missing, Python puts the extra one left or right by this rule. */
export function center(text: string, width: number, fill: string, meter: Meter): string {
  const count = missing(text, width);
  const left = Math.floor(count / 2) + (count % 2 === 1 && width % 2 === 1 ? 1 : 0);
  return padding(left, fill, meter) + text + padding(count - left, fill, meter);
}

/** Zeros between the sign and the digits. */
export function zeroFill(text: string, width: number, meter: Meter): string {
  const sign = /^[+-]/.test(text) ? text.slice(0, 1) : '';
  return sign + padding(missing(text, width), '0', meter) + text.slice(sign.length);
}

const missing = (text: string, width: number): number => Math.max(0, width - textLength(text));

function padding(count: number, fill: string, meter: Meter): string {
  meter.produce(count * fill.length);
  return fill.repeat(count);
}
