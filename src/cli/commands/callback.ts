import { parseExactJson } from '../../common/exact-json.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { callbackCommands } from '../../core/decide/find-callback.ts';
import type { RunOutcome } from '../../core/event.ts';
import { fold } from '../../core/fold/fold.ts';
import { NO_RESULT } from '../../core/result.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readExecution } from '../inspect/recorded-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { type SteerOptions, steer } from '../steer/steer.ts';

export interface CallbackOptions extends SteerOptions {
  /** JSON. */
  readonly data?: string;
  /** Why it failed. */
  readonly error?: string;
  readonly iteration?: string;
}

/** `noetl callback ID STEP`: answers in the place of what a step has started elsewhere. */
export async function callbackCommand(
  id: string,
  step: string,
  options: CallbackOptions,
  cli: Cli,
): Promise<ExitCode> {
  let commandId: string | undefined;
  let outcome: RunOutcome | undefined;
  const read = await withRecorded(options, cli, async recorded => {
    outcome = outcomeOf(options);
    const { summary, events } = await readExecution(recorded, id);
    if (summary.endedAt === undefined) commandId = commandOf(fold(events), step, options.iteration);
    return EXIT.ok;
  });
  if (read !== EXIT.ok || !outcome) return read;
  const input = { kind: 'callback', commandId: commandId ?? '', outcome } as const;
  return steer(id, input, options, cli, ({ executionId }, isDriven) => {
    const sent = `answered for step '${step}' of execution ${executionId}`;
    return isDriven ? sent : `${sent}\nno process runs it: \`noetl resume ${executionId}\` lets it go on`;
  });
}

function outcomeOf({ data, error }: CallbackOptions): RunOutcome {
  if (data !== undefined && error !== undefined)
    throw new WrongRequest('give --data or --error: it came off well, or it did not');
  if (error === undefined) return { status: 'COMPLETED', result: { kind: 'inline', data: readData(data) } };
  return {
    status: 'FAILED',
    error: { kind: 'exception', message: error, retryable: false },
    result: NO_RESULT,
  };
}

function readData(text: string | undefined): PlainValue {
  if (text === undefined) return null;
  try {
    return parseExactJson(text);
  } catch (error) {
    const why = (error as Error).message;
    throw new WrongRequest(`--data is no JSON: ${why}; a text needs its quotes: --data '"yes"'`);
  }
}

function commandOf(state: ReturnType<typeof fold>, step: string, written: string | undefined): string {
  if (written !== undefined && !/^\d{1,15}$/.test(written))
    throw new WrongRequest(`--iteration must be the index of an item, from 0 on, not '${written}'`);
  const found = callbackCommands(state, step, written === undefined ? undefined : Number(written));
  if (found.length === 1) return found[0]!;
  throw new WrongRequest(
    found.length === 0
      ? `step '${step}' is not under way, so nobody waits for its callback; \`noetl explain\` says what is`
      : `${found.length} iterations of step '${step}' are under way: say which one with --iteration`,
  );
}
