import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import type { EventStore, Turn } from '../../src/ports/event-store.ts';

/** A store of its own for each test, and how to end it. */
export interface Subject<S> {
  readonly store: S;
  dispose(): Promise<void>;
}

export const started = (executionId: string, path = 'shop/order', at = 1000): Event => ({
  id: `${executionId}0`,
  at,
  type: 'playbook_started',
  executionId,
  catalogId: '2',
  path,
  version: '1',
  hash: 'h1',
  workload: {},
  entry: 'start',
  parent: undefined,
  rerunOf: undefined,
});

export const updated = (id: string, values: Readonly<Record<string, unknown>>): Event =>
  ({ id, at: 2000, type: 'ctx.updated', step: undefined, gen: '1', values }) as Event;

export const turnOf = (executionId: string, version: number, events: readonly Event[], at = 1000): Turn => ({
  executionId,
  version,
  at,
  events,
});

/** What every event store promises (see the port). */
export function eventStoreSuite(name: string, open: () => Promise<Subject<EventStore>>): void {
  describe(`the event store in ${name}`, () => {
    let subject: Subject<EventStore>;
    let store: EventStore;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(() => subject.dispose());

    it('reads back the turns of an execution in order of version', async () => {
      const first = turnOf('1', 1, [started('1')]);
      const second = turnOf('1', 2, [updated('11', { a: 1 }), updated('12', { b: [true, null, 'x'] })], 2000);
      expect(await store.append(first)).toBe('appended');
      expect(await store.append(second)).toBe('appended');
      expect(await store.read('1')).toEqual([first, second]);
      expect(await store.read('1', 2)).toEqual([second]);
      expect(await store.read('1', 3)).toEqual([]);
    });
  });
}
