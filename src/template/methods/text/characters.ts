import { textLength } from '../../value/iterate.ts';

const SURROGATE = /[\ud800-\udfff]/;

/** Whether some characters of the text take two UTF-16 units, so that positions have to be counted. */
export const hasPairs = (text: string): boolean => SURROGATE.test(text);

/** The first `count` characters. */
export function head(text: string, count: number): string {
  return text.slice(0, unitOffset(text, count));
}

/** From character `count` on. */
export function tail(text: string, count: number): string {
  return text.slice(unitOffset(text, count));
}

/** The position in UTF-16 units of the character at `index`. */
export function unitOffset(text: string, index: number): number {
  if (!hasPairs(text)) return Math.min(index, text.length);
  let unit = 0;
  for (let i = 0; i < index && unit < text.length; i++) {
    unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
  }
  return unit;
}

/** The index of the character at a position in UTF-16 units. */
export const characterIndex = (text: string, unit: number): number => textLength(text.slice(0, unit));

/** A part of a text, and the index of its first character in the whole; `isBeyond` if it starts after the end. */
export interface TextPart {
  readonly text: string;
  readonly start: number;
  readonly isBeyond: boolean;
}

/** `text[start:end]` as the search methods of `str` take it: negative positions count from the end. */
export function partOf(text: string, start: number | undefined, end: number | undefined): TextPart {
  if (start === undefined && end === undefined) return { text, start: 0, isBeyond: false };
  const length = textLength(text);
  const from = clamp(start ?? 0, length);
  const to = Math.min(clamp(end ?? length, length), length);
  const first = unitOffset(text, from);
  return { text: text.slice(first, unitOffset(text, to)), start: from, isBeyond: from > Math.max(to, 0) };
}

const clamp = (position: number, length: number): number =>
  position < 0 ? Math.max(0, position + length) : position;
