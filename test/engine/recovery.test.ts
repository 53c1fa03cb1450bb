import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/common/store-error.ts';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { deferred } from '../../src/common/deferred.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import type { PlaybookStore } from '../../src/ports/playbook-store.ts';
import { HandClock } from '../support/hand-clock.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

const stuck: ToolRun = () => new Promise<never>(() => {});
const done: ToolRun = () => ({ status: 'ok', data: null });
const WORK = 'workflow:\n  - { step: a, tool: { kind: work } }';
/** More than are taken up at once. */
const MANY = 100;

/** Executions that a process which is gone has left in the middle of their work. */
async function leftBehind(yamls: readonly string[]) {
  const stores = openMemory();
  const allBegun = deferred<void>();
  let begun = 0;
  const work: ToolRun = (...call) => {
    begun += 1;
    if (begun === yamls.length) allBegun.resolve();
    return stuck(...call);
  };
  const first = new TestEngine({ stores, tools: { work }, concurrency: yamls.length });
  const ids: string[] = [];
  for (const yaml of yamls) ids.push(await first.start(yaml));
  await allBegun.promise;
  return { stores, ids };
}

function replace<T extends object>(target: T, replaced: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      const own = Reflect.get(replaced, name);
      const method: unknown = own ?? Reflect.get(target, name);
      return typeof method === 'function' ? method.bind(target) : method;
    },
  });
}

const withEvents = (stores: Stores, events: Partial<EventStore>): Stores => ({
  ...stores,
  events: replace(stores.events, events),
});

describe('taking up what an earlier process left', () => {
  it('goes on with the others if one cannot be taken up, and says which', async () => {
    const { stores, ids } = await leftBehind([`${WORK}\nworkload: { n: 1 }`, `${WORK}\nworkload: { n: 2 }`]);
    const broken = (await stores.events.summary(ids[0] ?? ''))?.hash;
    const find: PlaybookStore['find'] = async hash => {
      if (hash === broken) throw new Error('the playbook is damaged');
      return stores.playbooks.find(hash);
    };
    const test = new TestEngine({
      stores: { ...stores, playbooks: replace(stores.playbooks, { find }) },
      tools: { work: done },
    });
    expect(await test.engine.recover()).toEqual([ids[1]]);
    expect((await test.engine.ended(ids[1] ?? '')).phase.kind).toBe('completed');
    expect(test.troubles).toMatchObject([{ message: 'the playbook is damaged' }]);
    expect(test.engine.openCount).toBe(1);
  });

  it('counts as open what it has not come to yet', async () => {
    const { stores } = await leftBehind(Array.from({ length: MANY }, () => WORK));
    const slow = deferred<void>();
    const reached = deferred<void>();
    const append: EventStore['append'] = async turn => {
      reached.resolve();
      await slow.promise;
      return stores.events.append(turn);
    };
    const test = new TestEngine({ stores: withEvents(stores, { append }), tools: { work: stuck } });
    const recovered = test.engine.recover();
    await reached.promise;
    expect(test.engine.openCount).toBe(MANY);
    slow.resolve();
    expect(await recovered).toHaveLength(MANY);
  });

  it('stops when the process leaves; the next one takes up the rest', async () => {
    const { stores, ids } = await leftBehind(Array.from({ length: MANY }, () => WORK));
    const slow = deferred<void>();
    const reached = deferred<void>();
    const append: EventStore['append'] = async turn => {
      reached.resolve();
      await slow.promise;
      return stores.events.append(turn);
    };
    const test = new TestEngine({ stores: withEvents(stores, { append }), tools: { work: done } });
    const recovered = test.engine.recover();
    await reached.promise;
    const drained = test.engine.drain();
    slow.resolve();
    await drained;
    expect((await recovered).length).toBeLessThan(MANY);
    const next = new TestEngine({ stores, tools: { work: done } });
    await next.engine.recover();
    for (const id of ids) expect((await next.engine.ended(id)).phase.kind).toBe('completed');
  });

  it('waits for room on a disk that is full', async () => {
    const { stores, ids } = await leftBehind([WORK]);
    const clock = new HandClock();
    let failures = 0;
    const append: EventStore['append'] = async turn => {
      if (failures++ < 2) throw new StoreError('store_full', 'the disk is full');
      return stores.events.append(turn);
    };
    const test = new TestEngine({ stores: withEvents(stores, { append }), tools: { work: done }, clock });
    const recovered = test.engine.recover();
    let isRecovered = false;
    void recovered.then(() => {
      isRecovered = true;
    });
    while (!isRecovered) {
      clock.advance();
      await new Promise(setImmediate);
    }
    expect((await test.engine.ended(ids[0] ?? '')).phase.kind).toBe('completed');
  });

  it('admits nobody to the place of an execution that it has not come to yet', async () => {
    const limited = `executor: { spec: { concurrency: { key: only, limit: 1 } } }\n${WORK}`;
    const { stores, ids } = await leftBehind([limited]);
    const entered: string[] = [];
    const opened = deferred<void>();
    const open: EventStore['open'] = async () => {
      await opened.promise;
      return stores.events.open();
    };
    const test = new TestEngine({
      stores: withEvents(stores, { open }),
      tools: {
        work: ({ executionId }) => {
          entered.push(executionId);
          return { status: 'ok', data: null };
        },
      },
    });
    // Its clock stands where that of the first process stood: ids that are taken are passed over.
    while (BigInt(test.engine.nextId()) < BigInt(ids[0] ?? '') + 100n);
    const recovered = test.engine.recover();
    const newer = await test.start(limited);
    opened.resolve();
    await recovered;
    await Promise.all([...ids, newer].map(id => test.engine.ended(id)));
    expect(entered).toEqual([...ids, newer]);
  });
});
