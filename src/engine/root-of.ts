import { LruMap } from '../common/lru.ts';
import type { EventStore } from '../ports/event-store.ts';

/** Executions whose root is remembered: it never changes. */
const REMEMBERED = 10_000;

/** Finds the execution that nobody called, of those above an execution; itself, if nobody called it. */
export function rootFinder(events: Pick<EventStore, 'summary'>): (executionId: string) => Promise<string> {
  const known = new LruMap<string, string>(REMEMBERED);
  return async executionId => {
    const before = known.get(executionId);
    if (before !== undefined) return before;
    let root = executionId;
    for (
      let parent = await parentOf(events, root);
      parent !== undefined;
      parent = await parentOf(events, root)
    )
      root = parent;
    known.set(executionId, root);
    return root;
  };
}

const parentOf = async (events: Pick<EventStore, 'summary'>, id: string): Promise<string | undefined> =>
  (await events.summary(id))?.parentExecutionId;
