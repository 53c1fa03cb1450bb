import type { Recorded } from '../../compose/read.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';

/** The ids of those that should run and that no process can be running: their process is gone. */
export async function findInterrupted(
  recorded: Pick<Recorded, 'isHeld'>,
  executions: readonly ExecutionSummary[],
): Promise<ReadonlySet<string>> {
  const open = executions.filter(({ status }) => status === 'RUNNING' || status === 'PENDING');
  // Asked only where it matters: looking at the lock costs more than reading a page.
  if (open.length === 0 || (await recorded.isHeld())) return new Set();
  return new Set(open.map(({ executionId }) => executionId));
}
