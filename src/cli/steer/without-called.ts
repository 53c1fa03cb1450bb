import type { ExecutionSummary } from '../../ports/event-store.ts';

/**
 * Those that nobody else in the list called. An execution is taken up with all its family, and ends after what it called:
 * whoever waits for these has waited for the others.
 */
export function withoutCalled<T extends Pick<ExecutionSummary, 'executionId' | 'parentExecutionId'>>(
  executions: readonly T[],
): readonly T[] {
  const ids = new Set(executions.map(({ executionId }) => executionId));
  return executions.filter(
    ({ parentExecutionId }) => parentExecutionId === undefined || !ids.has(parentExecutionId),
  );
}
