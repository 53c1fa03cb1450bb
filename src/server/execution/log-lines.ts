import { isWantedLine, type PrintedLine, printedLine } from '../../core/view/printed-lines.ts';
import type { ServerServices } from '../services.ts';

export interface LogQuery {
  readonly step?: string;
  readonly attempt?: number;
  readonly iteration?: number;
}

/** Lines that are held at once beside those that are wanted. */
const PAGE = 1_000;
/** What one page looks through at most before it is given as it is. */
const MOST_LOOKED_AT = 50_000;

export interface LinePage {
  readonly lines: readonly PrintedLine[];
  /** The place after which there may be more; undefined: there are none now. */
  readonly next: number | undefined;
}

/** What the tools of an execution printed after a place, in the order in which they did. */
export async function linePage(
  services: ServerServices,
  executionId: string,
  { filter, after, limit }: { readonly filter: LogQuery; readonly after: number; readonly limit: number },
): Promise<LinePage> {
  const lines: PrintedLine[] = [];
  let [place, looked] = [after, 0];
  for await (const [line, at] of linesAfter(services, executionId, after, filter)) {
    if (lines.length === limit || looked >= MOST_LOOKED_AT) return { lines: inOrder(lines), next: place };
    place = at;
    looked += 1;
    if (line) lines.push(line);
  }
  return { lines: inOrder(lines), next: undefined };
}

/** All lines with their places, a part at a time; undefined in the place of those that are not wanted. */
async function* linesAfter(
  { logs }: ServerServices,
  executionId: string,
  after: number,
  { step, attempt, iteration }: LogQuery,
): AsyncGenerator<readonly [PrintedLine | undefined, number]> {
  await logs.flush();
  for (let place = after; ; ) {
    const raws = await logs.readAfter(executionId, place, PAGE);
    for (const raw of raws) {
      const line = printedLine(raw);
      yield [isWantedLine(line, { step, attempt, iteration }) ? line : undefined, raw.place];
    }
    if (raws.length < PAGE) return;
    place = raws.at(-1)?.place ?? place;
  }
}

const inOrder = (lines: readonly PrintedLine[]): readonly PrintedLine[] =>
  lines.toSorted((a, b) => a.at - b.at);

export const lineBody = ({ at, step, iteration, attempt, commandId, stream, text }: PrintedLine) => ({
  at: new Date(at).toISOString(),
  step,
  iteration: iteration ?? null,
  attempt,
  command_id: commandId,
  stream,
  text,
});
