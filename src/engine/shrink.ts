import type { PlainValue } from '../common/plain-value.ts';
import type { Event } from '../core/event.ts';
import type { Result } from '../core/result.ts';
import type { ResultStore } from '../ports/result-store.ts';
import { encodedLength, storeItems } from './loop-items.ts';

/** Items of a loop that stay in its `step.enter`; more of them, or larger ones, are stored. */
const MAX_INLINE_ITEMS = 100;
const MAX_INLINE_ITEM_BYTES = 16 * 1024;

/** L1: the items of a large loop are stored once; its start refers to them. */
export async function shrinkEvents(
  results: ResultStore,
  executionId: string,
  events: readonly Event[],
): Promise<readonly Event[]> {
  if (!events.some(hasManyItems)) return events;
  const shrunk: Event[] = [];
  for (const event of events)
    shrunk.push(hasManyItems(event) ? await withStoredItems(results, executionId, event) : event);
  return shrunk;
}

type Entered = Extract<Event, { type: 'step.enter' }>;

function hasManyItems(event: Event): event is Entered {
  if (event.type !== 'step.enter' || event.loop?.items.kind !== 'inline') return false;
  const items = event.loop.items.data as readonly PlainValue[];
  return items.length > MAX_INLINE_ITEMS || encodedLength(items) > MAX_INLINE_ITEM_BYTES;
}

async function withStoredItems(results: ResultStore, executionId: string, event: Entered): Promise<Event> {
  const { loop, step, run } = event;
  if (loop?.items.kind !== 'inline') return event;
  const list = loop.items.data as readonly PlainValue[];
  const ref = await storeItems(results, executionId, `${step}.${run}.items`, list);
  const items: Result = { kind: 'stored', ref };
  return { ...event, loop: { ...loop, items } };
}
