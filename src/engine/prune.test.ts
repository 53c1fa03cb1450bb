import { beforeEach, describe, expect, it } from 'vitest';
import { completedEvent, failedEvent, startedEvent, turnOf } from '../../test/conformance/turns.ts';
import { openMemory } from '../adapters/memory/index.ts';
import type { Event, ParentLink } from '../core/event.ts';
import { type PruneOptions, prune } from './prune.ts';

const NOW = 1_000_000;

interface About {
  readonly path?: string;
  readonly parent?: string;
  readonly rerunOf?: string;
  readonly ended?: 'COMPLETED' | 'FAILED' | 'never';
  /** How long ago, in milliseconds. */
  readonly ago?: number;
}

describe('pruning', () => {
  let stores: ReturnType<typeof openMemory>;
  beforeEach(() => {
    stores = openMemory();
  });

  const leave = async (id: number, { path, parent, rerunOf, ended, ago = 0 }: About = {}) => {
    const executionId = String(id);
    const link = parent === undefined ? {} : { parent: { executionId: parent } as ParentLink };
    const started = {
      ...startedEvent(executionId, { ...link, ...(path ? { path } : {}) }),
      rerunOf,
    } as Event;
    await stores.events.append(turnOf(executionId, 1, started));
    if (ended === 'never') return;
    const end = { ...(ended === 'FAILED' ? failedEvent : completedEvent), at: NOW - ago };
    await stores.events.append(turnOf(executionId, 2, end));
  };
  const run = (options?: PruneOptions) => prune({ ...stores, clock: { now: () => NOW } }, options);
  const left = async () =>
    (await stores.events.list({ limit: 1000 })).map(({ executionId }) => Number(executionId)).reverse();

  it('removes what has ended and leaves what has not', async () => {
    await leave(1);
    await leave(2, { ended: 'never' });
    await leave(3, { ended: 'FAILED' });
    expect(await run()).toMatchObject({ removed: 2, removedChildren: 0, keptCount: 0 });
    expect(await left()).toEqual([2]);
  });

  it('goes by the age of the end', async () => {
    for (const id of [1, 2, 3, 4]) await leave(id, { ago: (5 - id) * 1000 });
    expect((await run({ olderThan: 2500 })).removed).toBe(2);
    expect(await left()).toEqual([3, 4]);
  });

  it('keeps the newest of each path, however old', async () => {
    for (const id of [1, 2, 3, 4, 5, 6]) await leave(id, { path: id % 3 === 0 ? 'rare' : 'often', ago: 1e5 });
    await run({ keep: 1, olderThan: 10 });
    expect(await left()).toEqual([5, 6]);
  });

  it('counts among the wanted statuses only', async () => {
    await leave(1, { ended: 'FAILED' });
    await leave(2, { ended: 'FAILED' });
    await leave(3);
    await run({ statuses: ['FAILED'], keep: 1 });
    expect(await left()).toEqual([2, 3]);
  });

  it('removes an original together with its reruns', async () => {
    await leave(1);
    await leave(2, { rerunOf: '1' });
    await leave(3, { rerunOf: '2' });
    expect((await run()).removed).toBe(3);
    expect(await left()).toEqual([]);
  });

  it('keeps an original whose rerun stays, and says so', async () => {
    await leave(1, { ago: 5000 });
    await leave(2, { rerunOf: '1' });
    const report = await run({ olderThan: 1000 });
    expect(report).toMatchObject({ removed: 0, keptCount: 1 });
    expect(report.kept[0]).toMatchObject({
      execution: { executionId: '1' },
      why: { reason: 'shared', reruns: ['2'] },
    });
    expect(await left()).toEqual([1, 2]);
  });

  it('removes children with their parents, and keeps a parent whose child goes on', async () => {
    await leave(1);
    await leave(2, { parent: '1' });
    await leave(3);
    await leave(4, { parent: '3', ended: 'never' });
    const report = await run();
    expect(report).toMatchObject({ removed: 1, removedChildren: 1, keptCount: 1 });
    expect(report.kept[0]?.why).toEqual({ reason: 'running', executions: ['4'] });
    expect(await left()).toEqual([3, 4]);
  });

  it('goes through more executions than it holds at once', async () => {
    for (let id = 1; id <= 450; id++) await leave(id, { path: id % 2 ? 'a' : 'b' });
    expect((await run({ keep: 10 })).removed).toBe(430);
    expect(await left()).toHaveLength(20);
  });

  it('removes printed lines by their own age', async () => {
    await leave(1, { ended: 'never' });
    const address = { executionId: '1', commandId: 'c', attempt: 1 };
    stores.logs.write(address, [{ at: NOW - 500, stream: 'stdout', text: 'old' }]);
    expect((await run({ logsOlderThan: 1000 })).removedLogs).toBe(0);
    expect((await run({ logsOlderThan: 400, dryRun: true })).removedLogs).toBe(1);
    expect(await stores.logs.read(address)).toHaveLength(1);
    expect((await run({ logsOlderThan: 400 })).removedLogs).toBe(1);
    expect(await stores.logs.read(address)).toEqual([]);
  });

  it('says in a dry run what it would do, and does nothing', async () => {
    await leave(1);
    await leave(2, { rerunOf: '1' });
    await leave(3, { parent: '2' });
    await leave(4, { ago: 5000 });
    await leave(5, { rerunOf: '4', ended: 'never' });
    const seen: string[] = [];
    const options: PruneOptions = { onRemoved: ({ executionId }) => seen.push(executionId) };
    const rehearsed = await run({ ...options, dryRun: true });
    expect(await left()).toEqual([1, 2, 3, 4, 5]);
    expect(await run(options)).toEqual(rehearsed);
    expect(rehearsed).toMatchObject({ removed: 2, removedChildren: 1, keptCount: 1 });
    expect(seen).toEqual(['2', '1', '2', '1']);
    expect(await left()).toEqual([4, 5]);
  });

  it('removes secrets that have expired, and those of executions that go', async () => {
    await leave(1);
    await leave(2, { ended: 'never' });
    const secret = {
      ...({ playbook: 'hash', name: 's', asked: '', kind: 'bearer', holds: 'token' } as const),
      ...{ fields: {}, autoRenew: false, renewConfig: undefined },
    };
    const put = (scope: 'local' | 'global', executionId: string | undefined, expiresAt: number) =>
      stores.keychain.put({ ...secret, scope, executionId, expiresAt }, 0);
    await put('local', '1', NOW + 1);
    await put('local', '2', NOW + 1);
    await put('global', undefined, NOW);
    expect(await run({ dryRun: true })).toMatchObject({ removed: 1, removedSecrets: 1 });
    expect(await stores.keychain.list()).toHaveLength(3);
    expect(await run()).toMatchObject({ removed: 1, removedSecrets: 1 });
    expect(await stores.keychain.list()).toMatchObject([{ scope: 'local', executionId: '2' }]);
  });

  it('removes values that were kept for a time which is over', async () => {
    // Nothing is over yet when it is kept.
    stores = openMemory(() => 0);
    await leave(1, { ended: 'never' });
    await stores.results.putUntil('1', 'report', [1], NOW);
    await stores.results.putUntil('1', 'report', [2], NOW + 1);
    expect(await run({ dryRun: true })).toMatchObject({ removedResults: 1 });
    expect(await run()).toMatchObject({ removedResults: 1 });
    expect(await stores.retention.countResults()).toMatchObject({ values: 1 });
  });

  it('has nothing to do where nothing is', async () => {
    expect(await run({ olderThan: 0, keep: 0, logsOlderThan: 0 })).toEqual({
      removed: 0,
      removedChildren: 0,
      kept: [],
      keptCount: 0,
      removedLogs: 0,
      removedResults: 0,
      removedSecrets: 0,
      bytesFreed: 0,
    });
  });
});
