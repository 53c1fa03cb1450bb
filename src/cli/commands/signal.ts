import { parseExactJson } from '../../common/exact-json.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { findPinned } from '../inspect/recorded-execution.ts';
import { openRecorded } from '../inspect/with-recorded.ts';
import { noteOnSignal } from '../steer/awaited-signals.ts';
import { type SteerOptions, steer } from '../steer/steer.ts';

export interface SignalOptions extends SteerOptions {
  /** JSON. */
  readonly data?: string;
}

/** As in `kind: signal`: part of an address. */
const NAME = /^[^\s/?#%]{1,200}$/;

/** `noetl signal ID NAME`: gives an execution what it waits for, or will. */
export async function signalCommand(
  id: string,
  name: string,
  options: SignalOptions,
  cli: Cli,
): Promise<ExitCode> {
  const data = readData(options.data);
  const wrong = NAME.test(name)
    ? data instanceof Error && data.message
    : `'${name}' is no name of a signal: at most 200 characters without spaces and / ? # %`;
  if (wrong !== false) {
    cli.console.err(`${cli.console.errPaint.red('error')}: ${wrong}\n`);
    return EXIT.usage;
  }
  const input = { kind: 'signal', name, data: data as PlainValue } as const;
  return steer(id, input, options, cli, async (execution, isDriven) => {
    const { executionId } = execution;
    const note = await noteFor(name, execution, options, cli);
    return [
      `sent the signal '${name}' to execution ${executionId}`,
      ...(note === undefined ? [] : [`${cli.console.errPaint.yellow('warning')}: ${note}`]),
      ...(isDriven ? [] : [`no process runs it: \`noetl resume ${executionId}\` lets it go on`]),
    ].join('\n');
  });
}

async function noteFor(
  name: string,
  execution: ExecutionSummary,
  options: SignalOptions,
  cli: Cli,
): Promise<string | undefined> {
  const recorded = await openRecorded(options, cli);
  try {
    const pinned = await findPinned(recorded, execution);
    return pinned && noteOnSignal(name, pinned.playbook);
  } finally {
    await recorded.close();
  }
}

function readData(text: string | undefined): PlainValue | Error {
  if (text === undefined) return null;
  try {
    return parseExactJson(text);
  } catch (error) {
    const why = (error as Error).message;
    return new Error(`--data is no JSON: ${why}; a text needs its quotes: --data '"yes"'`);
  }
}
