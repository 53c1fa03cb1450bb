import type { ExecutionSummary } from '../../ports/event-store.ts';

type Started = Pick<ExecutionSummary, 'startedAt' | 'executionId'>;

/** The order of lists: ids of called executions say nothing about time. */
export function byStart(a: Started, b: Started): number {
  const [idOfA, idOfB] = [BigInt(a.executionId), BigInt(b.executionId)];
  return a.startedAt - b.startedAt || (idOfA < idOfB ? -1 : idOfA > idOfB ? 1 : 0);
}
