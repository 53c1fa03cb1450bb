import { describe, expect, it } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { deferred } from '../../src/common/deferred.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { prune } from '../../src/engine/prune.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import type { SnapshotStore } from '../../src/ports/snapshot-store.ts';
import { show } from '../support/core-run.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

const LOOP = `
workflow:
  - step: start
    next: [{ step: each }]
  - step: each
    loop: { in: "{{ range(400) | list }}", iterator: n, mode: sequential }
    tool: { kind: echo, n: "{{ iter.n }}" }
`;

/** The stores, counting the turns that are read from the log. */
function counted(stores: Stores) {
  const counts = { turnsRead: 0 };
  const events = new Proxy(stores.events, {
    get: (target, name) => {
      const method = Reflect.get(target, name).bind(target);
      if (name !== 'read') return method;
      return async (...range: Parameters<EventStore['read']>) => {
        const turns = await method(...range);
        counts.turnsRead += turns.length;
        return turns;
      };
    },
  });
  return { counts, stores: { ...stores, events } };
}

describe('an engine with snapshots', () => {
  it('opens an execution that has ended without reading its log again', async () => {
    const kept = openMemory();
    const first = new TestEngine({ stores: kept });
    const id = await first.start(LOOP);
    const ended = await first.engine.ended(id);
    await first.engine.close();
    const turns = await kept.events.read(id);
    expect(turns.length).toBeGreaterThan(400);

    const { counts, stores } = counted(kept);
    const opened = await new TestEngine({ stores }).engine.state(id);
    expect(counts.turnsRead).toBe(0);
    expect(show(opened)).toBe(show(ended));
    expect(show(opened)).toBe(show(fold(turns.flatMap(turn => turn.events))));
  });

  it('goes on after a restart from the latest snapshot', async () => {
    const kept = openMemory();
    let done = 0;
    const [isStuck, isSaved] = [deferred<void>(), deferred<void>()];
    const snapshots: SnapshotStore = {
      save: async (...given) => {
        const bytes = await kept.snapshots.save(...given);
        isSaved.resolve();
        return bytes;
      },
      latest: (...wanted) => kept.snapshots.latest(...wanted),
    };
    const echo: ToolRun = ({ input }) => {
      done += 1;
      if (done <= 300) return { status: 'ok', data: input };
      isStuck.resolve();
      return new Promise<never>(() => {});
    };
    const first = new TestEngine({ stores: { ...kept, snapshots }, tools: { echo } });
    const id = await first.start(LOOP);
    // Its process is gone without having closed anything.
    await Promise.all([isStuck.promise, isSaved.promise]);

    const { counts, stores } = counted(kept);
    const second = new TestEngine({ stores });
    await second.engine.recover();
    const ended = await second.engine.ended(id);
    expect(ended.phase.kind).toBe('completed');
    expect(counts.turnsRead).toBeLessThan((await kept.events.read(id)).length / 2);
  });

  it('loses nothing when snapshots cannot be kept', async () => {
    const kept = openMemory();
    const snapshots = {
      save: () => Promise.reject(new Error('the disk is full')),
      latest: () => Promise.reject(new Error('the disk is damaged')),
    };
    const test = new TestEngine({ stores: { ...kept, snapshots } });
    const ended = await test.run(LOOP);
    expect(ended.phase.kind).toBe('completed');
    expect(test.troubles).toEqual([]);
  });

  it('writes nothing more of an execution that was pruned under it', async () => {
    const test = new TestEngine();
    const id = await test.start(LOOP);
    await test.engine.ended(id);
    const report = await prune({ ...test.stores, clock: test.clock });
    expect(report.removed).toBe(1);
    await expect(test.engine.send(id, { kind: 'pause' })).resolves.toBeUndefined();
    expect(await test.stores.events.read(id)).toEqual([]);
  });
});
