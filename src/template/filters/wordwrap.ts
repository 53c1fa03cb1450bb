import type { Meter } from '../budget.ts';
import { valueError } from '../error.ts';
import { splitLines } from '../methods/text/lines.ts';
import { textLength } from '../value/iterate.ts';

export interface WrapOptions {
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

/** Wraps each line of the text on its own, as Python's `textwrap` does. */
export function wrapText(text: string, options: WrapOptions, separator: string, meter: Meter): string {
  if (options.width <= 0) valueError("the width of 'wordwrap' must be positive");
  meter.produce(text.length);
  const lines = splitLines(text).map(line => wrapLine(line, options));
  meter.produce(separator.length * lines.reduce((count, wrapped) => count + wrapped.length, lines.length));
  return lines.map(wrapped => wrapped.join(separator)).join(separator);
}

const SPACE = '[\\t\\n\\v\\f\\r ]';
const LETTER = '[\\p{L}\\p{Nl}\\p{No}_]';
const WORD = '[\\p{L}\\p{N}_]';
const BEFORE_DASH = `(?<=[\\p{L}\\p{N}_!"'&.,?])`;

/** Spaces, dashes between words, or a word up to its end, to a hyphen inside it, or to such a dash. */
const CHUNKS = new RegExp(
  `${SPACE}+` +
    `|${BEFORE_DASH}-{2,}(?=${WORD})` +
    `|[^\\t\\n\\v\\f\\r ]+?(?:-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${LETTER}-))(?=${LETTER}-?${LETTER})` +
    `|(?=${SPACE}|$)|${BEFORE_DASH}(?=-{2,}${WORD}))`,
  'gu',
);
const SIMPLE_CHUNKS = new RegExp(`${SPACE}+|[^\\t\\n\\v\\f\\r ]+`, 'gu');

const isBlank = (chunk: string | undefined): boolean => chunk !== undefined && chunk.trim() === '';

function wrapLine(line: string, options: WrapOptions): string[] {
  const chunks = [...(line.match(options.breakOnHyphens ? CHUNKS : SIMPLE_CHUNKS) ?? [])].reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && isBlank(chunks.at(-1))) chunks.pop();
    for (const parts of nextLines(chunks, options)) {
      if (isBlank(parts.at(-1))) parts.pop();
      if (parts.length > 0) lines.push(parts.join(''));
    }
  }
  return lines;
}

/** Takes the chunks of one line off the end of `chunks`; a word longer than a line fills several. */
function nextLines(chunks: string[], options: WrapOptions): string[][] {
  const current: string[] = [];
  let used = 0;
  for (let next = chunks.at(-1); next !== undefined; next = chunks.at(-1)) {
    const length = textLength(next);
    if (used + length > options.width) {
      return length > options.width ? breakWord(chunks, current, options, options.width - used) : [current];
    }
    current.push(next);
    used += length;
    chunks.pop();
  }
  return [current];
}

/** Cuts the word into lines at once, or, if words stay whole, gives it a line of its own. */
function breakWord(chunks: string[], current: string[], options: WrapOptions, room: number): string[][] {
  if (!options.breakLongWords) {
    if (current.length === 0) current.push(chunks.pop() as string);
    return [current];
  }
  const word = [...(chunks.pop() as string)];
  const lines: string[][] = [];
  let at = 0;
  for (let space = room; word.length - at > space || lines.length === 0; space = options.width) {
    const cut = options.breakOnHyphens ? (hyphenCut(word, at, space) ?? space) : space;
    const piece = word.slice(at, at + cut).join('');
    lines.push(lines.length === 0 ? [...current, piece] : [piece]);
    at += cut;
  }
  chunks.push(word.slice(at).join(''));
  return lines;
}

/** How much of the next `space` characters reaches to their last hyphen that has something else before it. */
function hyphenCut(word: readonly string[], at: number, space: number): number | undefined {
  const part = word.slice(at, at + space);
  const hyphen = part.lastIndexOf('-');
  return hyphen > 0 && part.some((char, i) => i < hyphen && char !== '-') ? hyphen + 1 : undefined;
}
