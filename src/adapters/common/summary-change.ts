import { countEvents } from '../../core/codec/count-events.ts';
import type { Event } from '../../core/event.ts';
import type { ExecutionStatus, ExecutionSummary, Turn } from '../../ports/event-store.ts';

/** What a turn changes in the summary of its execution. */
export interface SummaryChange {
  readonly path?: string;
  readonly hash?: string;
  readonly parentExecutionId?: string | undefined;
  readonly rerunOf?: string | undefined;
  readonly catalogId?: string | undefined;
  readonly startedAt?: number;
  readonly status?: ExecutionStatus;
  readonly endedAt?: number;
}

/** Undefined if it changes nothing, which is so for most turns. */
export function summaryChange(turn: Turn): SummaryChange | undefined {
  let change: SummaryChange | undefined;
  for (const event of turn.events) {
    const more = changeBy(event);
    if (more) change = { ...change, ...more };
    // The first terminal event decides; what comes after it changes nothing.
    if (change?.endedAt !== undefined) break;
  }
  return change;
}

/** The summary after a turn; one that has ended stays as it is. */
export function summarise(
  before: ExecutionSummary | undefined,
  turn: Turn,
  change: SummaryChange | undefined,
): ExecutionSummary {
  const { executionId, version } = turn;
  const known = before ?? { ...BLANK, executionId, startedAt: turn.at };
  const events = known.events + countEvents(turn.events);
  return { ...known, ...(known.endedAt === undefined ? change : {}), version, events };
}

/** Of an execution whose log does not say how it began. */
export const BLANK = {
  path: '',
  hash: '',
  status: 'RUNNING',
  endedAt: undefined,
  parentExecutionId: undefined,
  rerunOf: undefined,
  version: 0,
  events: 0,
} as const;

function changeBy(event: Event): SummaryChange | undefined {
  switch (event.type) {
    case 'playbook_started':
      return {
        path: event.path,
        hash: event.hash,
        parentExecutionId: event.parent?.executionId,
        rerunOf: event.rerunOf,
        ...(event.catalogId === '' ? {} : { catalogId: event.catalogId }),
        startedAt: event.at,
      };
    case 'playbook.queued':
      return { status: 'PENDING' };
    case 'playbook.admitted':
      return { status: 'RUNNING' };
    case 'playbook.paused':
      return { status: 'PAUSED' };
    case 'playbook.resumed':
      return { status: 'RUNNING' };
    case 'playbook.completed':
      return { status: 'COMPLETED', endedAt: event.at };
    case 'playbook.failed':
      return { status: 'FAILED', endedAt: event.at };
    case 'playbook.cancelled':
      return { status: 'CANCELLED', endedAt: event.at };
    default:
      return undefined;
  }
}
