import type { LogLine } from './log-store.ts';

/** A longer line goes on in the next one, so that no line is too large to keep or to leave out. */
const MAX_LINE_LENGTH = 64 * 1024;

/** What was left out. */
export interface Omitted {
  readonly lines: number;
  readonly bytes: number;
}

export const NOTHING_OMITTED: Omitted = { lines: 0, bytes: 0 };

export const addOmitted = (a: Omitted, b: Omitted): Omitted => ({
  lines: a.lines + b.lines,
  bytes: a.bytes + b.bytes,
});

export function cutLongLines<Line extends LogLine>(lines: readonly Line[]): readonly Line[] {
  if (lines.every(({ text }) => text.length <= MAX_LINE_LENGTH)) return lines;
  return lines.flatMap(line => pieces(line.text).map(text => ({ ...line, text })));
}

function pieces(text: string): string[] {
  const cut: string[] = [];
  for (let start = 0; start < text.length || start === 0; ) {
    const end = beforeHalfCharacter(text, start + MAX_LINE_LENGTH);
    cut.push(text.slice(start, end));
    start = end;
  }
  return cut;
}

/** Between two characters, not within one of two units. */
function beforeHalfCharacter(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return end < text.length && unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

/** The line that stands between head and tail. */
export function omissionNotice({ lines, bytes }: Omitted, at: number): LogLine {
  const what = lines === 1 ? '1 line' : `${lines} lines`;
  return { at, stream: 'log', text: `[noetl: ${what} (${bytes} bytes) left out here]` };
}
