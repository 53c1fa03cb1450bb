import type { CanonicalName } from '../codec/event-names.ts';
import { FieldError } from '../codec/format-error.ts';
import type { Envelope } from '../codec/older/envelope.ts';
import { countIn, failureIn, inPayload, isFailure, resultIn } from '../codec/older/lookups.ts';
import { at } from '../codec/plain.ts';
import type { ToldReport } from '../decide/input.ts';

type Says = ToldReport['says'];

/** What whoever runs a command may say of it. */
const REPORTS: { readonly [N in CanonicalName]?: (envelope: Envelope) => Says } = {
  'command.claimed': envelope => ({ kind: 'claimed', worker: workerOf(envelope) }),
  'command.started': ({ worker }) => ({ kind: 'started', worker }),
  'command.heartbeat': () => ({ kind: 'alive' }),
  'call.done': envelope =>
    isFailure(envelope)
      ? { kind: 'error', error: failureIn(envelope) }
      : { kind: 'data', result: resultIn(envelope) },
  'call.error': envelope => ({ kind: 'error', error: failureIn(envelope) }),
  'command.completed': ended,
  'command.failed': envelope => ({ kind: 'failed', error: failureIn(envelope) }),
  'step.exit': ended,
};

/** What older workers tell of their progress, and the engine finds out by itself: recorded, and no more. */
const NOTES: ReadonlySet<CanonicalName> = new Set<CanonicalName>([
  'step.enter',
  'step.skipped',
  'action_retry',
  'command.cancelled',
  'iterator_started',
  'iteration_completed',
  'iteration_failed',
  'iterator_completed',
  'loop.done',
]);

/** What to do instead of saying that it happened. */
const INSTEAD: { readonly [N in CanonicalName]?: string } = {
  playbook_started: 'POST /api/execute starts an execution',
  'playbook.cancelled': 'POST /api/executions/{id}/cancel cancels it',
  'playbook.paused': 'POST /api/executions/{id}/pause pauses it',
  'playbook.resumed': 'POST /api/executions/{id}/resume resumes it',
  'signal.received': 'POST /api/executions/{id}/signals/{name} sends a signal',
  'callback.received': 'POST /api/executions/{id}/callbacks/{step} is its callback',
  'ctx.updated': 'POST /api/vars/{id} sets variables',
};

/** Steps of the engines themselves, which no playbook has. */
const INTERNAL = /^__\w+__$/;

/** Undefined if it moves nothing. Throws for what only the engine can say. */
export function reportOf(name: CanonicalName, envelope: Envelope): ToldReport | undefined {
  const read = REPORTS[name];
  if (!read && !NOTES.has(name)) throw new FieldError('name', onlyTheEngine(envelope.eventType, name));
  const isAmbiguous = name === 'step.exit' && envelope.commandId === undefined;
  if (!read || isAmbiguous || (envelope.node !== undefined && INTERNAL.test(envelope.node))) return undefined;
  if (envelope.commandId === undefined && envelope.node === undefined)
    throw new FieldError(
      'step',
      'is missing: say which step it speaks of, or which command (meta.command_id)',
    );
  const { iteration } = envelope;
  return { iteration, attempt: attemptOf(envelope), mayRepeat: name === 'step.exit', says: read(envelope) };
}

const onlyTheEngine = (written: string, name: CanonicalName): string => {
  const instead = INSTEAD[name];
  return `is ${written}, which only the engine can say${instead ? `; ${instead}` : ''}`;
};

function ended(envelope: Envelope): Says {
  if (isFailure(envelope)) return { kind: 'failed', error: failureIn(envelope) };
  const isPending =
    inPayload(envelope, 'pending_callback') === true || at(envelope.meta, 'pending_callback') === true;
  return { kind: isPending ? 'pending' : 'done', result: resultIn(envelope) };
}

function workerOf(envelope: Envelope): string {
  const worker = envelope.worker ?? inPayload(envelope, 'worker_id') ?? at(envelope.meta, 'worker_id');
  if (typeof worker === 'string' && worker !== '') return worker;
  throw new FieldError('worker_id', 'is missing: say who has claimed the command');
}

/** Data may have a field of that name, so only the event itself and its meta count. */
function attemptOf(envelope: Envelope): number | undefined {
  const attempt = envelope.attempt ?? countIn(at(envelope.meta, 'attempt'));
  return attempt === 0 ? undefined : attempt;
}
