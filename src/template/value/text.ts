import type { Meter } from '../budget.ts';
import { isMapping, isNumeric, isTuple } from './kinds.ts';
import { entriesOf } from './mapping.ts';
import { numberText } from './number-text.ts';
import { EngineObject, Iterable, Range, type Value } from './value.ts';

/** An engine object that prints in a way of its own. */
export interface Printable {
  text(): string;
}

export const isPrintable = (value: object): value is Printable =>
  'text' in value && typeof value.text === 'function';

/** `str(value)`: what `{{ value }}` prints. */
export function toText(value: Value, meter: Meter): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : represent(value, meter);
}

/** `repr(value)`: how a value prints inside a list or mapping. */
export function represent(value: Value, meter: Meter): string {
  if (typeof value === 'string') return quote(value);
  if (value === undefined) return 'Undefined';
  if (value === null) return 'None';
  if (isNumeric(value)) return numberText(value);
  meter.descend();
  const text = representObject(value, meter);
  meter.ascend();
  meter.produce(text.length);
  return text;
}

function representObject(value: Exclude<Value, null | undefined | string>, meter: Meter): string {
  const all = (items: readonly Value[]) => Array.from(items, item => represent(item, meter)).join(', ');
  if (isTuple(value)) return value.length === 1 ? `(${all(value)},)` : `(${all(value)})`;
  if (Array.isArray(value)) return `[${all(value)}]`;
  if (value instanceof EngineObject) return representEngineObject(value, all);
  if (!isMapping(value)) return '<object>';
  const pairs = entriesOf(value).map(([key, item]) => `${represent(key, meter)}: ${represent(item, meter)}`);
  return `{${pairs.join(', ')}}`;
}

function representEngineObject(value: EngineObject, all: (items: readonly Value[]) => string): string {
  if (isPrintable(value)) return value.text();
  if (value instanceof Iterable)
    return value.isSized ? `${value.typeName}([${all(value.items)}])` : `[${all(value.items)}]`;
  if (value instanceof Range) {
    return value.step === 1
      ? `range(${value.start}, ${value.stop})`
      : `range(${value.start}, ${value.stop}, ${value.step})`;
  }
  return `<${value.typeName}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Quoted as Python quotes: single quotes unless the text has some and no double ones. */
export function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  let quoted = mark;
  for (const char of text) {
    if (char === mark) quoted += `\\${mark}`;
    else quoted += ESCAPES[char] ?? (UNPRINTABLE.test(char) ? escapeCode(char) : char);
  }
  return quoted + mark;
}

/** Control, unassigned, private and separator characters; the space is the one separator that prints. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function escapeCode(char: string): string {
  const code = char.codePointAt(0) as number;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
