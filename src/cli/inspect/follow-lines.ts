import type { Recorded } from '../../compose/read.ts';
import {
  isWantedLine,
  type LogFilter,
  type PrintedLine,
  printedLine,
} from '../../core/view/printed-lines.ts';
import type { Cli } from '../cli.ts';

/**
 * Prints what the tools of an execution print as a server sends it, from the first line on, until the execution
 * ends. Lines of `shown` were printed already.
 */
export async function followLines(
  lines: NonNullable<Recorded['lines']>,
  executionId: string,
  filter: LogFilter,
  shown: readonly PrintedLine[],
  { onInterrupt }: Pick<Cli, 'onInterrupt'>,
  print: (line: PrintedLine) => void,
): Promise<'end' | 'interrupted'> {
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  const known = new Known(shown);
  try {
    for await (const raw of lines(executionId, stop.signal)) {
      const line = printedLine(raw);
      if (isWantedLine(line, filter) && !known.take(line)) print(line);
    }
    return 'end';
  } catch (error) {
    if (stop.signal.aborted) return 'interrupted';
    throw error;
  } finally {
    stopListening();
  }
}

/** Lines by what they say; a command may print the same twice. */
class Known {
  readonly #counts = new Map<string, number>();

  constructor(lines: readonly PrintedLine[]) {
    for (const line of lines) this.#counts.set(keyOf(line), (this.#counts.get(keyOf(line)) ?? 0) + 1);
  }

  /** Whether the line is one of them; it counts once. */
  take(line: PrintedLine): boolean {
    const count = this.#counts.get(keyOf(line)) ?? 0;
    if (count > 0) this.#counts.set(keyOf(line), count - 1);
    return count > 0;
  }
}

const keyOf = ({ commandId, attempt, at, stream, text }: PrintedLine): string =>
  [commandId, attempt, at, stream, text].join('\0');
