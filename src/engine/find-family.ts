import type { EventStore, ExecutionSummary } from '../ports/event-store.ts';

/**
 * The open executions that belong together, parents before their children: those that wait for this one,
 * and those that they wait for. None if the execution itself is not open.
 */
export async function findFamily(
  events: EventStore,
  executionId: string,
): Promise<readonly ExecutionSummary[]> {
  const asked = await events.summary(executionId);
  if (!asked || asked.endedAt !== undefined) return [];
  const byParent = await openByParent(events);
  const family = [await eldest(events, asked)];
  for (const member of family) family.push(...(byParent.get(member.executionId) ?? []));
  return family;
}

/** The outermost execution that still waits for it. */
async function eldest(events: EventStore, execution: ExecutionSummary): Promise<ExecutionSummary> {
  const { parentExecutionId } = execution;
  const parent = parentExecutionId === undefined ? undefined : await events.summary(parentExecutionId);
  return parent && parent.endedAt === undefined ? eldest(events, parent) : execution;
}

async function openByParent(events: EventStore): Promise<ReadonlyMap<string, readonly ExecutionSummary[]>> {
  const byParent = new Map<string, ExecutionSummary[]>();
  for (const executionId of await events.open()) {
    const summary = await events.summary(executionId);
    if (summary?.parentExecutionId === undefined) continue;
    const siblings = byParent.get(summary.parentExecutionId);
    if (siblings) siblings.push(summary);
    else byParent.set(summary.parentExecutionId, [summary]);
  }
  return byParent;
}
