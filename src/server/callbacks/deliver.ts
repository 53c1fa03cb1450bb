import type { PlainValue } from '../../common/plain-value.ts';
import { saysFailed } from '../../core/codec/row-words.ts';
import { parseCommandId } from '../../core/command.ts';
import type { CommandLate, RunOutcome } from '../../core/event.ts';
import { failureOf } from '../../core/ingest/failure-of.ts';
import { scrub } from '../../core/ingest/scrub.ts';
import { NO_RESULT } from '../../core/result.ts';
import { HttpError, unprocessable } from '../http-error.ts';
import { keepData } from '../ingest/keep-result.ts';
import { sendAndSee } from '../ingest/see-turn.ts';
import type { ServerServices } from '../services.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** What whoever calls back says. */
export interface SentOutcome {
  readonly status?: string;
  readonly data?: PlainValue;
  readonly error?: PlainValue;
}

/** Ends the command that waits for it, or keeps it for the one that will; 409 if neither is so. */
export async function deliverCallback(services: ServerServices, commandId: string, sent: SentOutcome) {
  const { executionId = '', step = '', iteration } = parseCommandId(commandId) ?? {};
  const masked: string[] = [];
  const outcome = await outcomeOf(services, executionId, sent, masked);
  // What a turn says of a callback then is said of this one.
  const { events } = await oneAtATime(commandId, () =>
    sendAndSee(services, executionId, [{ kind: 'callback', commandId, outcome }]),
  );
  const late = events.find(
    (event): event is CommandLate =>
      event.type === 'command.late' && event.commandId === commandId && event.reported === 'callback',
  );
  if (late) throw tooLate(executionId, step, late.why);
  const waited = !events.some(event => event.type === 'callback.received' && event.commandId === commandId);
  return {
    status: 'ok' as const,
    execution_id: executionId,
    step,
    iteration: iteration ?? null,
    waited,
    masked,
  };
}

async function outcomeOf(
  services: ServerServices,
  executionId: string,
  { status, data, error }: SentOutcome,
  masked: string[],
): Promise<RunOutcome> {
  const hasError = error !== undefined && error !== null;
  if (status !== undefined && !isWord(status))
    throw unprocessable(`status is '${status}': it must be ok or error`);
  if (hasError && data !== undefined && data !== null)
    throw unprocessable(
      'there are both `data` and `error`, and a callback is one of them: send the one that holds',
    );
  if (saysFailed(status) || (status === undefined && hasError)) {
    return { status: 'FAILED', error: failureOf(scrub(error ?? null, masked, '/error')), result: NO_RESULT };
  }
  if (hasError) throw unprocessable('status says ok, and there is an error: send one of `data` and `error`');
  const clean = scrub(data ?? null, masked, '/data');
  const name = `callback.${services.ids.next()}`;
  return { status: 'COMPLETED', result: await keepData(services, executionId, name, clean) };
}

const OK_WORDS: readonly string[] = ['ok', 'success', 'completed', 'done'];

const isWord = (status: string): boolean =>
  saysFailed(status) || OK_WORDS.includes(status.trim().toLowerCase());

const tooLate = (executionId: string, step: string, why: string): HttpError =>
  new HttpError(
    409,
    `step '${step}' of execution ${executionId} takes no callback: ${why}. It is recorded, and changes nothing`,
  );
