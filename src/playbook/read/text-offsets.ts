import type { ScalarNode } from './node.ts';

/**
 * Where in the document a character of a scalar's text stands. The scalar is decoded a second time
 * with a note of where each character came from; done only for problems, so it need not be fast.
 * Falls back to the beginning of the scalar where the text was not simply written there.
 */
export function documentOffset(source: string, scalar: ScalarNode, offset: number): number {
  const { start, end } = scalar.range;
  if (typeof scalar.value !== 'string') return start;
  const written = source.slice(start, end);
  const decoded = decode(scalar, written);
  if (decoded?.text !== scalar.value) return start;
  const at = decoded.offsets[Math.min(offset, decoded.offsets.length - 1)];
  return at === undefined ? start : start + at;
}

/** A text and, for each of its units, the offset it came from; one more for the end. */
class Decoded {
  text = '';
  readonly offsets: number[] = [];

  add(text: string, offset: number, step = 1): void {
    for (let i = 0; i < text.length; i++) this.offsets.push(offset + i * step);
    this.text += text;
  }

  finish(end: number): this {
    this.offsets.push(end);
    return this;
  }
}

function decode(scalar: ScalarNode, written: string): Decoded | undefined {
  switch (scalar.style) {
    case 'plain':
      return decodeLines(written, 0, written.length, 'plain');
    case 'single':
    case 'double':
      return decodeLines(written, 1, written.length - 1, scalar.style);
    case 'literal':
    case 'folded':
      return decodeBlock(written, scalar.value as string);
    case 'made':
      return undefined;
  }
}

/** Plain and quoted scalars: lines are folded, quotes doubled, escapes replaced. */
function decodeLines(
  written: string,
  from: number,
  to: number,
  style: 'plain' | 'single' | 'double',
): Decoded {
  const decoded = new Decoded();
  let i = from;
  while (i < to) {
    const run = blankRun(written, i, to);
    if (run.length > 0) {
      const breaks = run.split('\n').length - 1;
      if (breaks === 0) decoded.add(run, i);
      else decoded.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), i, 0);
      i += run.length;
    } else if (style === 'single' && written[i] === "'") {
      decoded.add("'", i);
      i += 2;
    } else if (style === 'double' && written[i] === '\\') i += decodeEscape(decoded, written, i);
    else decoded.add(written[i]!, i++);
  }
  return decoded.finish(to);
}

/** The blanks and line breaks that stand here. */
function blankRun(written: string, from: number, to: number): string {
  let end = from;
  while (end < to && isBlank(written[end]!)) end++;
  return written.slice(from, end);
}

const isBlank = (character: string): boolean =>
  character === ' ' || character === '\t' || character === '\r' || character === '\n';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const HEX_LENGTH: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** How many characters the escape takes in the document. */
function decodeEscape(decoded: Decoded, written: string, at: number): number {
  const continued = /\\\r?\n[ \t]*/y;
  continued.lastIndex = at;
  const crossed = continued.exec(written)?.[0];
  if (crossed !== undefined) return crossed.length;
  const letter = written[at + 1] ?? '';
  const digits = HEX_LENGTH.get(letter) ?? 0;
  const code = Number.parseInt(written.slice(at + 2, at + 2 + digits), 16);
  decoded.add(digits > 0 ? String.fromCodePoint(code) : (ESCAPES.get(letter) ?? letter), at, 0);
  return 2 + digits;
}

/** Block scalars: the document's lines, without their indentation, are followed through the text. */
function decodeBlock(written: string, value: string): Decoded | undefined {
  const decoded = new Decoded();
  let i = 0;
  const addBreaks = (at: number) => {
    const run = /\n+| |$/y;
    run.lastIndex = i;
    const breaks = run.exec(value)?.[0];
    if (breaks === undefined) return false;
    decoded.add(breaks, at, 0);
    i += breaks.length;
    return true;
  };
  for (const { text, offset } of contentLines(written, value)) {
    if (i === 0 && value.startsWith('\n')) addBreaks(offset);
    if (!value.startsWith(text, i)) return undefined;
    decoded.add(text, offset);
    i += text.length;
    if (!addBreaks(offset + text.length)) return undefined;
  }
  return decoded.finish(written.length);
}

/** The lines that are not blank, each without the indentation that the block as a whole has. */
function contentLines(written: string, value: string): { text: string; offset: number }[] {
  const lines: { text: string; offset: number }[] = [];
  let indent: number | undefined;
  for (let at = written.indexOf('\n') + 1; at > 0 && at < written.length; ) {
    const lineFeed = written.indexOf('\n', at);
    const end = lineFeed === -1 ? written.length : lineFeed;
    const line = written.slice(at, end).replace(/\r$/, '');
    if (line.trim() !== '') {
      indent ??= leadingBlanks(line) - leadingBlanks(value.replace(/^\n+/, ''));
      lines.push({ text: line.slice(indent), offset: at + indent });
    }
    at = lineFeed === -1 ? 0 : lineFeed + 1;
  }
  return lines;
}

const leadingBlanks = (text: string): number => text.length - text.replace(/^ +/, '').length;
