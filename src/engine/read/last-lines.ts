import {
  isWantedLine,
  type LogFilter,
  type PrintedLine,
  printedLine,
} from '../../core/view/printed-lines.ts';
import type { LogStore } from '../../ports/log-store.ts';

/** Lines that are held at once beside those that are wanted. */
const PAGE = 1_000;

export interface LastLines {
  /** In the order in which they were printed. */
  readonly lines: readonly PrintedLine[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

/** The last lines that the tools of an execution printed. The log is read from its end, no further than needed. */
export async function lastLines(
  logs: Pick<LogStore, 'readBefore'>,
  executionId: string,
  filter: LogFilter,
  count: number,
): Promise<LastLines> {
  const found: PrintedLine[] = [];
  for (let place: number | undefined; ; ) {
    const page = await logs.readBefore(executionId, place, PAGE);
    for (const raw of page.toReversed()) {
      const line = printedLine(raw);
      if (!isWantedLine(line, filter)) continue;
      if (found.length === count) return { lines: inOrder(found), isAll: false };
      found.push(line);
    }
    if (page.length < PAGE) return { lines: inOrder(found), isAll: true };
    place = page[0]?.place;
  }
}

const inOrder = (lines: readonly PrintedLine[]): readonly PrintedLine[] =>
  lines.toReversed().sort((a, b) => a.at - b.at);
