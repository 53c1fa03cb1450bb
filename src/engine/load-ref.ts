import type { PlainValue } from '../common/plain-value.ts';
import { parseLoopUri } from '../core/loop-uri.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ResultStore } from '../ports/result-store.ts';
import { LoopResults } from './loop-results.ts';

/** One for each log, so that all who follow references share what was read. */
const loops = new WeakMap<EventStore, LoopResults>();

/** Follows a reference: to a stored value, or to the results of a large loop, which stand in its log. */
export async function loadRef(
  events: EventStore,
  results: ResultStore,
  uri: string,
): Promise<PlainValue | undefined> {
  const address = parseLoopUri(uri);
  return address ? loopsOf(events, results).load(address) : results.get(uri);
}

function loopsOf(events: EventStore, results: ResultStore): LoopResults {
  const known = loops.get(events);
  if (known) return known;
  const made = new LoopResults(events, results);
  loops.set(events, made);
  return made;
}
