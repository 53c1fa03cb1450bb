import { assertNever } from '../../common/assert-never.ts';
import { EMPTY_MAPPING, mappingOf } from '../../common/plain-value.ts';
import type { ContextUpdated, ExecutionEvent } from '../event.ts';
import type { Draft } from './draft.ts';

export function foldExecution(draft: Draft, event: ExecutionEvent): void {
  switch (event.type) {
    case 'playbook_started': {
      const { id: _id, at, type: _type, entry, ...header } = event;
      draft.phase = { kind: 'in_progress' };
      draft.header = { ...header, startedAt: at, admittedAt: at };
      draft.isRestoring = event.rerunOf !== undefined;
      draft.tokens.set(entry, [{ from: undefined, arc: -1, args: EMPTY_MAPPING, back: false }]);
      return;
    }
    case 'workflow_initialized':
      draft.isRestoring = false;
      return;
    case 'playbook.queued':
      draft.isQueued = true;
      return;
    case 'playbook.admitted':
      draft.isQueued = false;
      if (draft.header) draft.header = { ...draft.header, admittedAt: event.at };
      return;
    case 'playbook.paused':
      draft.isPaused = true;
      return;
    case 'playbook.resumed':
      draft.isPaused = false;
      return;
    case 'signal.received':
      draft.signals.set(event.name, [...(draft.signals.get(event.name) ?? []), event.data]);
      return;
    case 'playbook.timed_out':
      draft.fatal = [...draft.fatal, { step: undefined, error: event.error }];
      return;
    case 'playbook.completed':
      draft.phase = { kind: 'completed', at: event.at, result: event.result };
      return;
    case 'playbook.failed':
      draft.phase = { kind: 'failed', at: event.at, error: event.error, failedSteps: event.failedSteps };
      return;
    case 'playbook.cancelled':
      draft.phase = { kind: 'cancelled', at: event.at, reason: event.reason };
      return;
    case 'workflow_completed':
    case 'workflow_failed':
      return;
    default:
      return assertNever(event, 'execution event');
  }
}

/** F2: durable variables are the latest written. */
export function foldContext(draft: Draft, event: ContextUpdated): void {
  draft.ctx = mappingOf([...Object.entries(draft.ctx), ...Object.entries(event.values)]);
  if (event.step !== undefined) draft.ctxMarks.set(event.step, event.gen);
}
