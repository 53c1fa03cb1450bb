import type { Recorded } from '../../compose/read.ts';
import {
  chooseLines,
  type LogFilter,
  NewLines,
  type PrintedLine,
  sourceOf,
} from '../../core/view/printed-lines.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { followLines } from '../inspect/follow-lines.ts';
import { hasEnded, keepLooking } from '../inspect/follow-up.ts';
import { type InspectOptions, printRow } from '../inspect/output.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { readCount } from '../inspect/wrong-request.ts';
import type { Console } from '../output/console.ts';
import { visible } from '../output/visible.ts';

export interface LogsOptions extends InspectOptions {
  readonly step?: string;
  readonly attempt?: string;
  readonly iteration?: string;
  readonly tail?: string;
  readonly follow?: boolean;
}

/** `noetl logs ID`: what the tools of an execution printed. */
export function logsCommand(id: string, options: LogsOptions, cli: Cli): Promise<ExitCode> {
  return withRecorded(options, cli, async recorded => {
    const filter = filterOf(options);
    const tail = options.tail === undefined ? undefined : readCount('--tail', options.tail);
    const { executionId } = await resolveExecution(recorded, id);
    const read = async () => chooseLines(await recorded.logs.read({ executionId }), filter);
    if (!options.follow) {
      // One line at least: whether there is any is told.
      const last = tail === undefined ? read() : recorded.lastLines(executionId, filter, Math.max(1, tail));
      return show(await last, tail, options, cli);
    }
    // A stream begins with the first line: what is there is only read for the last of it.
    const isStreamed = recorded.lines !== undefined;
    const lines = isStreamed && tail === undefined ? [] : await read();
    const printer = new LinePrinter(cli.console, options, lines);
    const fresh = new NewLines();
    printer.print(lastOf(fresh.among(lines), tail));
    if (isStreamed && recorded.lines) {
      const print = (line: PrintedLine) => printer.print([line]);
      const ended = await followLines(recorded.lines, executionId, filter, lines, cli, print);
      return ended === 'interrupted' ? EXIT.interrupted : EXIT.ok;
    }
    return follow(recorded, executionId, cli, async () => printer.print(fresh.among(await read())));
  });
}

function show(
  lines: readonly PrintedLine[],
  tail: number | undefined,
  options: LogsOptions,
  { console }: Cli,
): ExitCode {
  new LinePrinter(console, options, lines).print(lastOf(lines, tail));
  if (lines.length === 0) console.err('nothing was printed\n');
  return EXIT.ok;
}

async function follow(
  recorded: Recorded,
  executionId: string,
  cli: Cli,
  printNew: () => Promise<void>,
): Promise<ExitCode> {
  let wasOver = false;
  const ended = await keepLooking(cli, async () => {
    const isOver = hasEnded(await recorded.events.summary(executionId));
    await printNew();
    // Lines are written a moment after they were printed: one more look after the end finds the last of them.
    if (wasOver) return 'end';
    wasOver = isOver;
    return 'more';
  });
  return ended === 'interrupted' ? EXIT.interrupted : EXIT.ok;
}

const filterOf = ({ step, attempt, iteration }: LogsOptions): LogFilter => ({
  step,
  attempt: attempt === undefined ? undefined : readCount('--attempt', attempt, 1),
  iteration: iteration === undefined ? undefined : readCount('--iteration', iteration),
});

const lastOf = (lines: readonly PrintedLine[], count: number | undefined): readonly PrintedLine[] =>
  count === undefined ? lines : lines.slice(Math.max(0, lines.length - count));

/** Says where a line comes from as soon as there may be several sources. */
class LinePrinter {
  readonly #console: Console;
  readonly #options: LogsOptions;
  #width: number;
  #isPrefixed: boolean;

  constructor(console: Console, options: LogsOptions, lines: readonly PrintedLine[]) {
    this.#console = console;
    this.#options = options;
    const sources = new Set(lines.map(sourceOf));
    this.#isPrefixed = sources.size > 1 || (options.follow === true && options.step === undefined);
    this.#width = Math.max(0, ...[...sources].map(source => source.length));
  }

  print(lines: readonly PrintedLine[]): void {
    for (const line of lines)
      printRow(this.#console, this.#options.output, asRow(line), () => this.#text(line));
  }

  #text(line: PrintedLine): string {
    const { outPaint: paint } = this.#console;
    const text = visible(line.text);
    const painted =
      line.stream === 'stderr' ? paint.red(text) : line.stream === 'log' ? paint.dim(text) : text;
    if (!this.#isPrefixed) return `${painted}\n`;
    const source = sourceOf(line);
    this.#width = Math.max(this.#width, source.length);
    return `${paint.dim(`${source.padEnd(this.#width)} │`)} ${painted}`.trimEnd().concat('\n');
  }
}

const asRow = ({ at, step, iteration, attempt, commandId, stream, text }: PrintedLine) => ({
  at: new Date(at).toISOString(),
  step,
  iteration: iteration ?? null,
  attempt,
  command_id: commandId,
  stream,
  text,
});
