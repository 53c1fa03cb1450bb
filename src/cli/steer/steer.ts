import { type EngineAccess, openEngine } from '../../compose/engine-access.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { ExecutionNotFound, resolveExecution } from '../inspect/resolve-execution.ts';
import { openRecorded } from '../inspect/with-recorded.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { type SteeringOnServer, sendInput } from '../remote/send-input.ts';
import { Trouble } from '../run/follow.ts';
import { withStore } from '../run/with-store.ts';

/** What is said of an execution that was steered. */
export type Told = (execution: ExecutionSummary, isDriven: boolean) => string | Promise<string>;

export interface SteerOptions extends ServerChoice {
  readonly dataDir: string;
}

/**
 * Sends `input` to the execution that `id` names and says what came of it. If no process drives the
 * execution, it is recorded and takes effect when one does. An execution that has ended is left alone.
 */
export function steer(
  id: string,
  input: SteeringOnServer,
  options: SteerOptions,
  cli: Cli,
  told: Told,
): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    const execution = await findExecution(id, options, cli);
    if (!execution) return EXIT.usage;
    if (execution.endedAt !== undefined) return sayEnded(execution, cli);
    const server = await connectIfAsked(options, cli);
    if (server) {
      await sendInput(server, execution.executionId, input);
      cli.console.err(`${await told(execution, true)}\n`);
      return EXIT.ok;
    }
    const access = await openToSteer(options.dataDir, cli);
    try {
      const isDriven = await access.engine.steer(execution.executionId, input);
      cli.console.err(`${await told(execution, isDriven)}\n`);
      return EXIT.ok;
    } finally {
      await access.close();
    }
  });
}

/** The execution that people mean; undefined: there is none, and they were told so. */
export async function findExecution(
  id: string,
  options: SteerOptions,
  cli: Cli,
): Promise<ExecutionSummary | undefined> {
  const { console } = cli;
  // Read first: a directory that is misspelt is an error, it is not created.
  const stores = await openRecorded(options, cli);
  try {
    return await resolveExecution(stores, id);
  } catch (error) {
    if (!(error instanceof ExecutionNotFound)) throw error;
    console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
    return undefined;
  } finally {
    await stores.close();
  }
}

function openToSteer(dataDir: string, { env }: Cli): Promise<EngineAccess> {
  // Nothing runs here: an execution that this process did not take up is only written to.
  return openEngine({ dataDir, baseDir: '.', env, onTrouble: new Trouble().report });
}

/** R6: it is no error to cancel what has ended. */
export function sayEnded({ executionId, status }: ExecutionSummary, { console }: Cli): ExitCode {
  console.err(`execution ${executionId} is already ${status.toLowerCase()}\n`);
  return EXIT.ok;
}
