import { writeFile } from 'node:fs/promises';
import { drawGraph } from '../../playbook/draw/draw-graph.ts';
import type { GraphFormat, TextStyle } from '../../playbook/draw/draw-options.ts';
import { buildGraph } from '../../playbook/graph.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { formatProblem } from '../output/format-problem.ts';
import type { Paint } from '../output/paint.ts';

export interface GraphOptions {
  readonly format: GraphFormat;
  /** A file instead of standard output. */
  readonly output?: string;
}

/** `noetl graph FILE`: a drawing of the steps and the arcs between them. */
export async function graphCommand(file: string, options: GraphOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const loaded = await readPlaybook(file, cli);
  if (!loaded) return EXIT.usage;
  const { playbook } = loaded;
  const colour = options.output === undefined && console.outPaint.enabled;
  const drawing = drawGraph(playbook, buildGraph(playbook), options.format, {
    ...(colour ? { paint: painter(console.outPaint) } : {}),
  });
  const text = drawing.endsWith('\n') ? drawing : `${drawing}\n`;
  if (options.output === undefined) {
    console.out(text);
    return EXIT.ok;
  }
  return save(options.output, text, cli);
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
        return text;
    }
  };
