import { fold } from '../../core/fold/fold.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { readExecution } from '../inspect/recorded-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { preview } from '../inspect/words.ts';
import { plural } from '../output/plural.ts';
import { type Cell, table } from '../output/table.ts';
import { readPayload } from '../run/payload.ts';
import { RunProblem } from '../run/run-problem.ts';
import { steer } from '../steer/steer.ts';

/** Characters of a value that a table shows. */
const WIDEST = 100;

/** `noetl vars ID [set KEY=VALUE…]`: the variables (`ctx`) of an execution, or new values for them. */
export function varsCommand(
  id: string,
  words: readonly string[],
  options: InspectOptions,
  cli: Cli,
): Promise<ExitCode> {
  const assignments = words[0] === 'set' ? words.slice(1) : words;
  return words.length === 0 ? showVars(id, options, cli) : setVars(id, assignments, options, cli);
}

function showVars(id: string, options: InspectOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withRecorded(options, cli, async recorded => {
    const { summary, events } = await readExecution(recorded, id);
    const { ctx } = fold(events);
    const rows = Object.entries(ctx).map(([name, value]): Cell[] => [name, preview(value, WIDEST)]);
    print(console, options.output, ctx, () =>
      rows.length === 0 ? '' : table(['VARIABLE', 'VALUE'], rows, console.outPaint),
    );
    if (rows.length === 0) console.err(`execution ${summary.executionId} has no variables\n`);
    return EXIT.ok;
  });
}

async function setVars(
  id: string,
  assignments: readonly string[],
  options: InspectOptions,
  cli: Cli,
): Promise<ExitCode> {
  try {
    if (assignments.length === 0) throw new RunProblem('say what to set: noetl vars ID set key=value');
    const values = await readPayload({ set: assignments });
    const said = plural(Object.keys(values).length, 'variable');
    return await steer(
      id,
      { kind: 'set_ctx', values },
      options,
      cli,
      ({ executionId }) => `set ${said} of execution ${executionId}`,
    );
  } catch (error) {
    if (!(error instanceof RunProblem)) throw error;
    cli.console.err(`${cli.console.errPaint.red('error')}: ${error.message}\n`);
    return EXIT.usage;
  }
}
