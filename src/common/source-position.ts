/** A place in a text: line and column count from 1, `offset` from 0 in UTF-16 units. */
export interface SourcePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export function positionAt(source: string, offset: number): SourcePosition {
  const end = Math.max(0, Math.min(offset, source.length));
  let line = 1;
  let lineStart = 0;
  for (let i = source.indexOf('\n'); i !== -1 && i < end; i = source.indexOf('\n', i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { offset: end, line, column: end - lineStart + 1 };
}

/** How much of a long line is shown on either side of the caret. */
const AROUND = 60;

/**
 * The line at `position` with a caret below its column:
 *
 *     2 | total: {{ pirce * 2 }}
 *       |           ^
 */
export function caretFrame(source: string, position: SourcePosition): string {
  const line = source.split('\n', position.line)[position.line - 1] ?? '';
  return lineFrame(line, position.line, position.column);
}

/** The same for a line that is at hand already; line and column count from 1. */
export function lineFrame(text: string, lineNumber: number, columnNumber: number): string {
  const line = text.replaceAll('\t', ' ');
  const column = columnNumber - 1;
  const from = Math.max(0, column - AROUND);
  const to = Math.min(line.length, column + AROUND);
  const shown = `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
  const indent = column - from + (from > 0 ? 1 : 0);
  const number = String(lineNumber);
  return `${number} | ${shown}\n${' '.repeat(number.length)} | ${' '.repeat(indent)}^`;
}
