import { assertNever } from '../../common/assert-never.ts';
import type { Event } from '../event.ts';
import type { State } from '../state.ts';
import { foldCommand } from './command.ts';
import { Draft, EMPTY_STATE } from './draft.ts';
import { foldContext, foldExecution } from './execution.ts';
import { foldLocals } from './locals.ts';
import { foldLoop } from './loop.ts';
import { foldReceived } from './received.ts';
import { foldStep } from './step.ts';

/** The state after `events`, in the order in which they were appended. */
export function fold(events: Iterable<Event>, from: State = EMPTY_STATE): State {
  const draft = new Draft(from);
  for (const event of events) apply(draft, event);
  return draft;
}

/** F1: a terminal event is final; whatever is appended after it changes nothing but what is known to be told (F15). */
export function apply(draft: Draft, event: Event): void {
  if (isTerminal(draft) && !isReceipt(event)) return;
  switch (event.type) {
    case 'playbook_started':
    case 'workflow_initialized':
    case 'workflow_completed':
    case 'workflow_failed':
    case 'playbook.queued':
    case 'playbook.admitted':
    case 'playbook.paused':
    case 'playbook.resumed':
    case 'signal.received':
    case 'playbook.timed_out':
    case 'playbook.completed':
    case 'playbook.failed':
    case 'playbook.cancelled':
      return foldExecution(draft, event);
    case 'ctx.updated':
      return event.run === undefined ? foldContext(draft, event) : foldLocals(draft, event);
    case 'step.enter':
    case 'step.skipped':
    case 'step.exit':
    case 'next.evaluated':
      return foldStep(draft, event);
    case 'iterator_started':
    case 'iteration_completed':
    case 'iteration_failed':
    case 'iterator_completed':
    case 'loop.done':
    case 'frame.started':
    case 'frame.committed':
    case 'frame.failed':
      return foldLoop(draft, event);
    case 'command.issued':
    case 'command.claimed':
    case 'command.started':
    case 'command.heartbeat':
    case 'command.parked':
    case 'callback.received':
    case 'call.done':
    case 'call.error':
    case 'action_retry':
    case 'command.completed':
    case 'command.failed':
    case 'command.cancelled':
    case 'command.lease_expired':
    case 'command.late':
      return foldCommand(draft, event);
    case 'event.received':
    case 'report.received':
      return foldReceived(draft, event);
    default:
      return assertNever(event, 'event');
  }
}

const isReceipt = ({ type }: Event): boolean => type === 'event.received' || type === 'report.received';

export function isTerminal(state: Pick<State, 'phase'>): boolean {
  return (
    state.phase.kind === 'completed' || state.phase.kind === 'failed' || state.phase.kind === 'cancelled'
  );
}
