import { beforeEach, describe, expect, it } from 'vitest';
import { completedEvent, dataEvent, startedEvent, turnOf } from '../../test/conformance/turns.ts';
import type { Stores } from '../adapters/common/stores.ts';
import { openMemory } from '../adapters/memory/index.ts';
import { fold } from '../core/fold/fold.ts';
import { toSnapshot } from '../core/snapshot/snapshot.ts';
import type { EventStore } from '../ports/event-store.ts';
import { stateAt } from './state-at.ts';

const TURNS = 1000;

describe('the state at a moment', () => {
  let stores: Stores;
  let turnsRead: number;
  let events: EventStore;
  /** Turn n sets n twice: `a` by event `<n>0`, then `b` by event `<n>1`. */
  beforeEach(async () => {
    stores = openMemory();
    await stores.events.append(turnOf('1', 1, { ...startedEvent('1'), id: '10' }));
    for (let n = 2; n < TURNS; n++) await stores.events.append(turnOf('1', n, ...twice(n)));
    await stores.events.append(turnOf('1', TURNS, { ...completedEvent, id: `${TURNS}0` }));
    turnsRead = 0;
    events = countingReads(stores.events);
  });

  const twice = (n: number) => [dataEvent({ a: n }, `${n}0`), dataEvent({ b: n }, `${n}1`)] as const;

  const countingReads = (store: EventStore): EventStore =>
    new Proxy(store, {
      get: (target, name) => {
        const method = Reflect.get(target, name).bind(target);
        if (name !== 'read') return method;
        return async (...range: Parameters<EventStore['read']>) => {
          const turns = await method(...range);
          turnsRead += turns.length;
          return turns;
        };
      },
    });
  const snapshotAt = async (version: number) => {
    const turns = await stores.events.read('1', 1, { upTo: version });
    await stores.snapshots.save('1', version, toSnapshot(fold(turns.flatMap(turn => turn.events))));
  };
  const at = (...moment: [Parameters<typeof stateAt>[3]?]) =>
    stateAt(events, stores.snapshots, '1', ...moment);

  it('is that of the whole log if nobody says when', async () => {
    const found = await at();
    expect(found?.version).toBe(TURNS);
    expect(found?.state.phase.kind).toBe('completed');
    expect(turnsRead).toBe(TURNS);
  });

  it('reads only the turns after the latest snapshot', async () => {
    await snapshotAt(990);
    expect((await at())?.state.ctx).toEqual({ a: TURNS - 1, b: TURNS - 1 });
    expect(turnsRead).toBe(10);
  });

  it('is that after a turn of the past, from the nearest snapshot before it', async () => {
    for (const version of [100, 500, 900]) await snapshotAt(version);
    expect((await at({ version: 507 }))?.state.ctx).toEqual({ a: 507, b: 507 });
    expect(turnsRead).toBe(7);
  });

  it('is that after an event, in the middle of a turn', async () => {
    await snapshotAt(500);
    const found = await at({ event: '5070' });
    expect(found?.state.ctx).toEqual({ a: 507, b: 506 });
    expect(found?.version).toBe(507);
    expect((await at({ event: '5071' }))?.state.ctx).toEqual({ a: 507, b: 507 });
  });

  it('finds an event by a handful of reads', async () => {
    await snapshotAt(500);
    await at({ event: '5011' });
    expect(turnsRead).toBeLessThan(15);
  });

  it('finds an event also in a log whose ids do not ascend', async () => {
    for (const [index, id] of ['90', '20', 'x-7', '50'].entries())
      await stores.events.append(turnOf('2', index + 1, dataEvent({ id }, id)));
    for (const id of ['90', '20', 'x-7', '50'])
      expect((await stateAt(events, stores.snapshots, '2', { event: id }))?.state.ctx).toEqual({ id });
  });

  it('is that of the last turn for a version beyond it', async () => {
    expect((await at({ version: 5000 }))?.version).toBe(TURNS);
  });

  it('is undefined for what is not there', async () => {
    expect(await at({ event: '77' })).toBeUndefined();
    expect(await at({ event: 'nonsense' })).toBeUndefined();
    expect(await stateAt(events, stores.snapshots, '404')).toBeUndefined();
    expect(await stateAt(events, stores.snapshots, '404', { event: '1' })).toBeUndefined();
  });

  it.each([
    ['of another form', { form: 0, state: {} }],
    ['that is none', 'nonsense'],
    ['with damaged collections', { form: 1, state: { steps: { $map: 7 } } }],
  ])('ignores a snapshot %s and folds the log', async (_, snapshot) => {
    await stores.snapshots.save('1', 990, snapshot);
    expect((await at())?.state.ctx).toEqual({ a: TURNS - 1, b: TURNS - 1 });
    expect(turnsRead).toBe(TURNS);
  });

  it('folds the log where snapshots cannot be read at all', async () => {
    const broken = { ...stores.snapshots, latest: () => Promise.reject(new Error('the disk is damaged')) };
    const found = await stateAt(events, broken as typeof stores.snapshots, '1');
    expect(found?.version).toBe(TURNS);
  });
});
