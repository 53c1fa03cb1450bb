import type { LeafValue } from '../tree.ts';
import { isPlain, isPrintable } from './plain-text.ts';

/** A scalar on one line. Texts of several lines get `\n` here; `literalBlock` is the better form for them. */
export function inlineScalar(value: LeafValue, inFlow: boolean): string {
  if (typeof value === 'string') return inlineText(value, inFlow);
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** A key, which is written like a text and never as a block. */
export const keyText = (key: string): string => (isPlain(key, true) ? key : quoted(key));

function inlineText(text: string, inFlow: boolean): string {
  return isPlain(text, inFlow) ? text : quoted(text);
}

/** Double quotes, unless single ones save escapes: templates are full of `"` and patterns of `\`. */
function quoted(text: string): string {
  if (/["\\]/.test(text) && isPrintable(text)) return `'${text.replaceAll("'", "''")}'`;
  return `"${escaped(text)}"`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\x07': '\\a',
  '\x1b': '\\e',
};

function escaped(text: string): string {
  let result = '';
  for (const character of text) {
    const short = SHORT_ESCAPES[character];
    if (short !== undefined) result += short;
    else if (isPrintable(character)) result += character;
    else result += escapedUnit(character.charCodeAt(0));
  }
  return result;
}

function escapedUnit(unit: number): string {
  const hex = unit.toString(16).padStart(unit < 0x100 ? 2 : 4, '0');
  return unit < 0x100 ? `\\x${hex}` : `\\u${hex}`;
}

/**
 * Integers beyond 2^53 that are numbers and not bigints were written as floats; digits alone would read
 * as a bigint.
 */
function numberText(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}
