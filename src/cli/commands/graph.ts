import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { runPicture } from '../../core/view/run-picture.ts';
import { drawGraph } from '../../playbook/draw/draw-graph.ts';
import type { DrawOptions, GraphFormat, TextStyle } from '../../playbook/draw/draw-options.ts';
import { buildGraph } from '../../playbook/graph.ts';
import type { Playbook } from '../../playbook/model.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { readExecution, requirePinned } from '../inspect/recorded-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { statusPaint } from '../inspect/words.ts';
import { formatProblem } from '../output/format-problem.ts';
import type { Paint } from '../output/paint.ts';
import type { ServerChoice } from '../remote/connect.ts';

export interface GraphOptions extends ServerChoice {
  readonly dataDir: string;
  readonly format: GraphFormat;
  /** A file instead of standard output. */
  readonly output?: string;
}

const EXECUTION = /^(\d{4,}|last(~\d+)?)$/;

/** `noetl graph FILE|ID`: a drawing of the steps and the arcs between them, or of how an execution went. */
export async function graphCommand(target: string, options: GraphOptions, cli: Cli): Promise<ExitCode> {
  if (EXECUTION.test(target) && !existsSync(target)) return graphExecution(target, options, cli);
  const loaded = await readPlaybook(target, cli);
  return loaded ? draw(loaded.playbook, {}, options, cli) : EXIT.usage;
}

function graphExecution(id: string, options: GraphOptions, cli: Cli): Promise<ExitCode> {
  return withRecorded(options, cli, async recorded => {
    const { summary, events } = await readExecution(recorded, id);
    const { playbook } = await requirePinned(recorded, summary);
    return draw(playbook, runPicture(events), options, cli);
  });
}

async function draw(
  playbook: Playbook,
  run: Pick<DrawOptions, 'states' | 'notes' | 'taken'>,
  { format, output }: GraphOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  const colour = output === undefined && console.outPaint.enabled;
  const drawing = drawGraph(playbook, buildGraph(playbook), format, {
    ...run,
    ...(colour ? { paint: painter(console.outPaint) } : {}),
  });
  const text = drawing.endsWith('\n') ? drawing : `${drawing}\n`;
  if (output !== undefined) return save(output, text, cli);
  console.out(text);
  return EXIT.ok;
}

async function save(file: string, text: string, { console }: Cli): Promise<ExitCode> {
  try {
    await writeFile(file, text);
    return EXIT.ok;
  } catch (error) {
    const why = `the system answered ${(error as NodeJS.ErrnoException).code}`;
    const problem = { file, what: 'the drawing cannot be written', why, fix: 'check the folder it goes to' };
    console.err(formatProblem(problem, console.errPaint));
    return EXIT.usage;
  }
}

const painter =
  (paint: Paint) =>
  (text: string, style: TextStyle): string => {
    switch (style) {
      case 'name':
        return paint.bold(text);
      case 'condition':
      case 'back':
        return paint.yellow(text);
      case 'failure':
        return paint.red(text);
      case 'faint':
        return paint.dim(text);
      default:
        return statusPaint(paint, style)(text);
    }
  };
