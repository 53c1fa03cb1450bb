import type { PrintedLine } from '../../core/view/printed-lines.ts';

/** How far printed lines were read: all before a time, and so many of that time. */
export interface LogCursor {
  readonly at: number;
  readonly count: number;
}

export const FROM_THE_FIRST: LogCursor = { at: 0, count: 0 };

/** `<milliseconds>-<count>`; undefined if it is none. */
export function parseCursor(text: string): LogCursor | undefined {
  const match = /^(\d{1,15})-(\d{1,9})$/.exec(text);
  return match ? { at: Number(match[1]), count: Number(match[2]) } : undefined;
}

export const cursorText = ({ at, count }: LogCursor): string => `${at}-${count}`;

/** The lines after a cursor, each with the cursor behind it. Lines are in the order of their times. */
export function* linesAfter(
  lines: readonly PrintedLine[],
  cursor: LogCursor,
): Generator<readonly [PrintedLine, LogCursor]> {
  let [at, count] = [-1, 0];
  for (const line of lines) {
    count = line.at === at ? count + 1 : 1;
    at = line.at;
    const isRead = at < cursor.at || (at === cursor.at && count <= cursor.count);
    if (!isRead) yield [line, { at, count }];
  }
}
