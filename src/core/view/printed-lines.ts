import { parseCommandId } from '../command.ts';

/** A line as it was printed, and the attempt of the command that printed it. */
export interface RawLine {
  readonly commandId: string;
  readonly attempt: number;
  readonly at: number;
  readonly stream: 'stdout' | 'stderr' | 'log';
  readonly text: string;
}

/** A printed line, and the step that printed it. */
export interface PrintedLine {
  readonly at: number;
  readonly step: string;
  readonly iteration: number | undefined;
  readonly attempt: number;
  readonly commandId: string;
  readonly stream: RawLine['stream'];
  readonly text: string;
}

export interface LogFilter {
  readonly step: string | undefined;
  readonly attempt: number | undefined;
  readonly iteration: number | undefined;
}

/** The lines that are wanted, in the order in which they were printed. */
export function chooseLines(lines: readonly RawLine[], filter: LogFilter): PrintedLine[] {
  return lines
    .map(printedLine)
    .filter(line => isWantedLine(line, filter))
    .sort((a, b) => a.at - b.at);
}

export function printedLine({ at, commandId, attempt, stream, text }: RawLine): PrintedLine {
  const { step = commandId, iteration } = parseCommandId(commandId) ?? {};
  return { at, step, iteration, attempt, commandId, stream, text };
}

export const isWantedLine = (line: PrintedLine, { step, attempt, iteration }: LogFilter): boolean =>
  (step === undefined || line.step === step) &&
  (attempt === undefined || line.attempt === attempt) &&
  (iteration === undefined || line.iteration === iteration);

/** `fetch`, `each[3]`, and the attempt where it is not the first. */
export const sourceOf = ({ step, iteration, attempt }: PrintedLine): string =>
  `${step}${iteration === undefined ? '' : `[${iteration}]`}${attempt > 1 ? ` (attempt ${attempt})` : ''}`;

/**
 * Tells the lines that were not there the last time. A long log loses lines in its middle while it is
 * watched, so places are found by the last line that was seen, not by counting.
 */
export class NewLines {
  readonly #last = new Map<string, { readonly line: PrintedLine; readonly count: number }>();

  among(lines: readonly PrintedLine[]): PrintedLine[] {
    const fresh = [...bySource(lines)].flatMap(([source, all]) => {
      const seen = this.#last.get(source);
      const last = all.at(-1);
      if (last) this.#last.set(source, { line: last, count: all.length });
      return seen ? all.slice(placeAfter(all, seen)) : all;
    });
    return fresh.sort((a, b) => a.at - b.at);
  }
}

function bySource(lines: readonly PrintedLine[]): ReadonlyMap<string, readonly PrintedLine[]> {
  const groups = new Map<string, PrintedLine[]>();
  for (const line of lines) {
    const source = `${line.commandId}#${line.attempt}`;
    const group = groups.get(source);
    if (group) group.push(line);
    else groups.set(source, [line]);
  }
  return groups;
}

function placeAfter(
  lines: readonly PrintedLine[],
  { line, count }: { readonly line: PrintedLine; readonly count: number },
): number {
  const isSame = (other: PrintedLine | undefined) => other?.at === line.at && other.text === line.text;
  if (isSame(lines[count - 1])) return count;
  return lines.findLastIndex(isSame) + 1;
}
