import { expect } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import type { PlainValue } from '../../src/common/plain-value.ts';
import type { Local } from '../../src/compose/local.ts';
import type { Event } from '../../src/core/event.ts';
import { fold } from '../../src/core/fold/fold.ts';
import type { Result } from '../../src/core/result.ts';

/** How executions ended: by what they are called, whatever their ids. */
export type Summary = readonly {
  readonly path: string;
  readonly phase: string;
  readonly result: PlainValue | undefined;
  readonly ctx: PlainValue;
}[];

/**
 * The events of every execution, checked for what a log must be however often its process died: no version
 * missing, no event id twice, one terminal event, one end of every run.
 */
export async function* readLogs({ events: store }: Pick<Stores, 'events'>): AsyncGenerator<readonly Event[]> {
  const ids = new Set<string>();
  for (const { executionId } of await store.list({ limit: 100_000 })) {
    const turns = await store.read(executionId);
    expect(turns.map(turn => turn.version)).toEqual(turns.map((_, index) => index + 1));
    const events = turns.flatMap(turn => turn.events);
    for (const { id } of events) {
      if (ids.has(id)) throw new Error(`event ${id} of ${executionId} occurs twice`);
      ids.add(id);
    }
    expect(events.filter(isEnd).map(({ type }) => type)).toHaveLength(1);
    expect(repeatedEnds(events)).toEqual([]);
    yield events;
  }
}

/** What the logs say, once they are what they must be and every reference in them leads somewhere. */
export async function checkLogs({ stores, follow }: Pick<Local, 'stores' | 'follow'>): Promise<Summary> {
  const summary: Summary[number][] = [];
  for await (const events of readLogs(stores)) {
    for (const uri of references(events)) expect(await follow(uri), uri).toBeDefined();
    const { phase, ctx, header } = fold(events);
    const result = phase.kind === 'completed' ? await dataBehind(phase.result, follow) : undefined;
    summary.push({ path: header?.path ?? '', phase: phase.kind, result, ctx });
  }
  return summary.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const isEnd = ({ type }: Event): boolean =>
  type === 'playbook.completed' || type === 'playbook.failed' || type === 'playbook.cancelled';

/** Runs that ended more than once. */
function repeatedEnds(events: readonly Event[]): readonly string[] {
  const ends = events.flatMap(event => (event.type === 'step.exit' ? [`${event.step}#${event.run}`] : []));
  return ends.filter((end, index) => ends.indexOf(end) !== index);
}

/** The addresses of stored values anywhere in the events. */
export function references(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && value.kind === 'stored' && 'ref' in value)
    return [(value.ref as { uri: string }).uri];
  return Object.values(value).flatMap(references);
}

async function dataBehind(result: Result, follow: Local['follow']): Promise<PlainValue | undefined> {
  if (result.kind === 'none') return undefined;
  if (result.kind === 'inline') return result.data;
  return follow(result.kind === 'stored' ? result.ref.uri : result.uri);
}
