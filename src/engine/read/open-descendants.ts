import type { EventStore, ExecutionSummary } from '../../ports/event-store.ts';

/** Children that are read at once. */
const PAGE = 100;

/** The executions below this one that have not ended, parents before their children. */
export async function openDescendants(
  events: EventStore,
  executionId: string,
): Promise<readonly ExecutionSummary[]> {
  const found: ExecutionSummary[] = [];
  const parents = [executionId];
  for (const parent of parents) {
    for await (const child of childrenOf(events, parent)) {
      if (child.endedAt !== undefined) continue;
      found.push(child);
      parents.push(child.executionId);
    }
  }
  return found;
}

async function* childrenOf(events: EventStore, parent: string): AsyncGenerator<ExecutionSummary> {
  let before: string | undefined;
  for (;;) {
    const page = await events.list({ parent, limit: PAGE, ...(before === undefined ? {} : { before }) });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)?.executionId;
  }
}
