import type { PlainValue } from '../common/plain-value.ts';
import type { RunId } from '../core/event.ts';
import type { Result } from '../core/result.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ResultStore } from '../ports/result-store.ts';

/** Turns that are in memory at a time while a log is read. */
const PAGE = 100;

/** What the log says of a run of a loop, in order. Failed iterations have no result. */
export type LoopNews =
  | { readonly kind: 'started'; readonly total: number }
  /** More items were claimed: there are so many now. */
  | { readonly kind: 'grown'; readonly total: number }
  | { readonly kind: 'settled'; readonly index: number; readonly data: PlainValue }
  | { readonly kind: 'ended' };

/** Reads the log of an execution a page at a time, up to where the run ends. */
export async function* readLoop(
  { events, results }: { readonly events: EventStore; readonly results: ResultStore },
  executionId: string,
  { step, run }: RunId,
): AsyncGenerator<readonly LoopNews[]> {
  for (let from = 1; ; from += PAGE) {
    const turns = await events.read(executionId, from, { limit: PAGE });
    const news: LoopNews[] = [];
    for (const event of turns.flatMap(turn => turn.events)) {
      if (!('step' in event) || event.step !== step || !('run' in event) || event.run !== run) continue;
      if (event.type === 'step.enter' && event.loop) news.push({ kind: 'started', total: event.loop.total });
      if (event.type === 'frame.started') news.push({ kind: 'grown', total: event.from + event.rows });
      if (event.type === 'step.exit') news.push({ kind: 'ended' });
      if (event.type !== 'iteration_completed' && event.type !== 'iteration_failed') continue;
      for (const { index, result } of event.settled)
        news.push({ kind: 'settled', index, data: await dataOf(results, result) });
    }
    yield news;
    if (turns.length < PAGE || news.at(-1)?.kind === 'ended') return;
  }
}

async function dataOf(results: ResultStore, result: Result): Promise<PlainValue> {
  if (result.kind === 'inline') return result.data;
  return result.kind === 'stored' ? ((await results.get(result.ref.uri)) ?? null) : null;
}
