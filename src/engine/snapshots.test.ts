import { beforeEach, describe, expect, it } from 'vitest';
import { completedEvent, dataEvent, startedEvent, turnOf } from '../../test/conformance/turns.ts';
import { openMemory } from '../adapters/memory/index.ts';
import type { Event } from '../core/event.ts';
import { fold } from '../core/fold/fold.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { Snapshots } from './snapshots.ts';
import type { Folded } from './state-at.ts';

/** Says which versions were saved, and is as slow as the test wants it. */
class WatchedStore implements SnapshotStore {
  readonly saved: number[] = [];
  readonly #store = openMemory().snapshots;
  gate: Promise<void> = Promise.resolve();
  isBroken = false;

  async save(...[executionId, version, snapshot]: Parameters<SnapshotStore['save']>): Promise<number> {
    await this.gate;
    if (this.isBroken) throw new Error('the disk is full');
    this.saved.push(version);
    return this.#store.save(executionId, version, snapshot);
  }

  latest(...wanted: Parameters<SnapshotStore['latest']>): ReturnType<SnapshotStore['latest']> {
    return this.#store.latest(...wanted);
  }
}

describe('keeping snapshots', () => {
  let store: WatchedStore;
  let snapshots: Snapshots;
  let folded: Folded;
  beforeEach(() => {
    store = new WatchedStore();
    snapshots = new Snapshots(store);
    folded = { state: fold([startedEvent('1')]), version: 1 };
  });

  const take = (...events: Event[]) => {
    folded = { state: fold(events, folded.state), version: folded.version + 1 };
    snapshots.follow('1', folded, events);
  };
  const takeSmall = (turns: number, eventsEach = 1) => {
    for (let i = 0; i < turns; i++) take(...Array.from({ length: eventsEach }, () => dataEvent({ i })));
  };

  it('saves one for every 500 events', async () => {
    for (let i = 0; i < 3; i++) {
      takeSmall(50, 10);
      await snapshots.idle();
    }
    expect(store.saved).toEqual([51, 101, 151]);
  });

  it('saves one for every mebibyte', async () => {
    for (let i = 0; i < 4; i++) {
      take(dataEvent({ text: 'x'.repeat(600_000) }));
      await snapshots.idle();
    }
    expect(store.saved).toEqual([3, 5]);
  });

  it('waits for as many bytes as the last one took, so that snapshots at most double the log', async () => {
    const noise = Array.from({ length: 30_000 }, (_, i) => Math.imul(i, 0x9e3779b1)).join(' ');
    take(dataEvent({ noise: [noise, noise, noise, noise] }));
    await snapshots.idle();
    expect(store.saved).toEqual([2]);
    takeSmall(600);
    await snapshots.idle();
    expect(store.saved).toEqual([2]);
    takeSmall(30, 500);
    await snapshots.idle();
    expect(store.saved).toHaveLength(2);
  });

  it('does not hold up a turn, and saves one at a time', async () => {
    let openGate = () => {};
    store.gate = new Promise(resolve => {
      openGate = resolve;
    });
    takeSmall(3, 600);
    expect(store.saved).toEqual([]);
    openGate();
    await snapshots.idle();
    expect(store.saved).toEqual([2]);
    takeSmall(1);
    await snapshots.idle();
    expect(store.saved).toEqual([2, 5]);
  });

  it('saves a last one at the end, also while another is being saved', async () => {
    takeSmall(1, 600);
    takeSmall(1, 150);
    take(completedEvent);
    await snapshots.idle();
    expect(store.saved).toEqual([2, 4]);
  });

  it('saves none of an execution that is folded quickly anyway', async () => {
    takeSmall(20);
    take(completedEvent);
    await snapshots.idle();
    expect(store.saved).toEqual([]);
  });

  it('counts those that could not be saved, and tries again later', async () => {
    store.isBroken = true;
    takeSmall(1, 600);
    await snapshots.idle();
    expect(snapshots.lost).toBe(1);
    store.isBroken = false;
    takeSmall(1, 600);
    await snapshots.idle();
    expect(store.saved).toEqual([3]);
  });

  it('goes on counting where the log it loaded ends', async () => {
    const { events } = openMemory();
    await events.append(
      turnOf('1', 1, startedEvent('1'), ...Array.from({ length: 450 }, () => dataEvent({}))),
    );
    folded = await snapshots.load(events, '1');
    takeSmall(1, 60);
    await snapshots.idle();
    expect(store.saved).toEqual([2]);
  });
});
