import type { EventStore, ExecutionSummary } from '../../ports/event-store.ts';

/** Executions that have not ended and to which nothing has happened since `before` (milliseconds since 1970). */
export async function findStale(events: EventStore, before: number): Promise<readonly ExecutionSummary[]> {
  const stale: ExecutionSummary[] = [];
  for (const executionId of await events.open()) {
    const summary = await events.summary(executionId);
    if (!summary || summary.endedAt !== undefined) continue;
    const [last] = await events.read(executionId, summary.version, { limit: 1 });
    if ((last?.at ?? summary.startedAt) <= before) stale.push(summary);
  }
  return stale;
}
