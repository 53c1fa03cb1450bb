import type { PlainValue } from '../common/plain-value.ts';
import type { Result } from '../core/result.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ResultStore } from '../ports/result-store.ts';

const LOOP = /^noetl:\/\/execution\/([^/]+)\/loop\/([^/]+)\/(\d+)$/;

/** Follows a reference: to a stored value, or to the results of a large loop, which stand in its log. */
export async function loadRef(
  events: EventStore,
  results: ResultStore,
  uri: string,
): Promise<PlainValue | undefined> {
  const loop = LOOP.exec(uri);
  if (!loop) return results.get(uri);
  const [, executionId = '', step = '', run = ''] = loop;
  return collectLoop(events, results, executionId, step, Number(run));
}

async function collectLoop(
  events: EventStore,
  results: ResultStore,
  executionId: string,
  step: string,
  run: number,
): Promise<PlainValue | undefined> {
  let collected: PlainValue[] | undefined;
  for (const turn of await events.read(executionId)) {
    for (const event of turn.events) {
      if (!('step' in event) || event.step !== step || !('run' in event) || event.run !== run) continue;
      if (event.type === 'step.enter' && event.loop)
        collected = new Array<PlainValue>(event.loop.total).fill(null);
      if (event.type !== 'iteration_completed' || !collected) continue;
      for (const { index, result } of event.settled) collected[index] = await dataOf(results, result);
    }
  }
  return collected;
}

async function dataOf(results: ResultStore, result: Result): Promise<PlainValue> {
  if (result.kind === 'inline') return result.data;
  return result.kind === 'stored' ? ((await results.get(result.ref.uri)) ?? null) : null;
}
