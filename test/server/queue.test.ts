import { describe, expect, it } from 'vitest';
import type { HandClock } from '../support/hand-clock.ts';
import type { ToolRun } from '../support/test-engine.ts';
import { TestServer } from '../support/test-server.ts';

const fail: ToolRun = () => ({
  status: 'error',
  error: { kind: 'exception', message: 'Test retry', retryable: true },
});
const RETRYING = `
workload: { name: x }
workflow:
  - { step: fail_task, tool: { kind: fail }, retry: { max_attempts: 3, initial_delay: 1, multiplier: 1.5, when: "{{ error != None }}" } }
`;
const ECHO = 'workload: { name: x }\nworkflow:\n  - { step: start, tool: { kind: echo } }\n';

interface Queue {
  readonly items: readonly {
    readonly status: string;
    readonly attempts: number;
    readonly execution_id: string;
  }[];
  readonly next_cursor: string | null;
}

const read = async (server: TestServer, query = ''): Promise<Queue> => {
  const { status, body } = await server.ask('GET', `/api/queue${query}`);
  expect(status).toBe(200);
  return body as Queue;
};

describe('the queue', () => {
  it('tells a command from its first failure to its death', async () => {
    const server = new TestServer({ tools: { fail } });
    const clock = server.test.clock as HandClock;
    const retries: Promise<void>[] = [];
    const seen: string[] = [];
    const settled = (kinds: readonly string[]) =>
      new Promise<void>(resolve => {
        const stop = server.test.engine.watch(({ events }) => {
          if (!events.some(({ type }) => kinds.includes(type))) return;
          stop();
          resolve();
        });
      });
    retries.push(settled(['action_retry']));
    await server.test.start(RETRYING);
    for (const next of [['action_retry'], ['playbook.failed'], []]) {
      await retries.at(-1);
      const [item] = (await read(server)).items;
      seen.push(`${item?.status} ${item?.attempts}`);
      retries.push(next.length === 0 ? Promise.resolve() : settled(next));
      clock.advance();
    }
    expect(seen).toEqual(['retry 1', 'retry 2', 'dead 3']);
  });

  it('is paged over executions, newest first, and filtered', async () => {
    const server = new TestServer({ tools: { fail } });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const id = await server.test.start(ECHO);
      await server.test.engine.ended(id);
      ids.unshift(id);
    }
    const first = await read(server, '?limit=2');
    expect(first.items.map(({ execution_id }) => execution_id)).toEqual(ids.slice(0, 2));
    const second = await read(server, `?limit=10&cursor=${first.next_cursor}`);
    expect(second.items.map(({ execution_id }) => execution_id)).toEqual(ids.slice(2));
    expect(second.next_cursor).toBeNull();
    expect((await read(server, '?status=leased')).items).toEqual([]);
    expect((await read(server, `?status=DONE&execution_id=${ids[3]}`)).items).toMatchObject([
      { execution_id: ids[3] },
    ]);
    for (const wrong of ['status=odd', 'cursor=x', 'limit=0']) {
      expect(await server.ask('GET', `/api/queue?${wrong}`)).toMatchObject({ status: 400 });
    }
    expect(await server.ask('GET', '/api/queue?execution_id=x')).toMatchObject({ status: 404 });
  });

  it('counts what is not settled', async () => {
    const server = new TestServer({ tools: { fail } });
    const retried = new Promise<void>(resolve => {
      server.test.engine.watch(
        ({ events }) => events.some(({ type }) => type === 'action_retry') && resolve(),
      );
    });
    await server.test.start(RETRYING);
    await retried;
    expect(await server.ask('GET', '/api/queue/size')).toMatchObject({
      body: { size: 1, retry: 1, leased: 0, queued: 0 },
    });
  });
});

describe('pools of workers', () => {
  const pools = async (server: TestServer) =>
    ((await server.ask('GET', '/api/worker/pools')).body as { items: { name: string; status: string }[] })
      .items;

  it('are those of the process, and those that register and beat', async () => {
    const server = new TestServer();
    const body = { name: 'far', capacity: 4, hostname: 'h', labels: { zone: 'a' } };
    expect(await server.ask('POST', '/api/worker/pool/heartbeat', { name: 'far' })).toMatchObject({
      status: 404,
    });
    expect(await server.ask('POST', '/api/worker/pool/register', body)).toMatchObject({
      body: { status: 'ok' },
    });
    expect(await server.ask('POST', '/api/worker/pool/register', body)).toMatchObject({
      body: { status: 'recreated' },
    });
    expect(await pools(server)).toMatchObject([
      { name: 'local', status: 'ready', capacity: 1 },
      { name: 'far', status: 'ready', capacity: 4, runtime: { hostname: 'h' } },
    ]);
    const move = (milliseconds: number) => {
      server.test.clock.after(milliseconds, () => {});
      while ((server.test.clock as HandClock).advance());
    };
    move(61_000);
    expect(await pools(server)).toMatchObject([{}, { name: 'far', status: 'offline' }]);
    expect(await server.ask('POST', '/api/worker/pool/heartbeat', { name: 'far' })).toMatchObject({
      status: 200,
    });
    expect(await pools(server)).toMatchObject([{}, { status: 'ready' }]);
    move(11 * 60_000);
    expect(await pools(server)).toMatchObject([{ name: 'local' }]);
    expect(await server.ask('DELETE', '/api/worker/pool/deregister', { name: 'far' })).toMatchObject({
      status: 404,
    });
  });

  it('are offline when the server was told, counted while they are there, and not written down', async () => {
    const server = new TestServer({ services: { offlineAfter: 5_000 } });
    const workers = async () =>
      ((await server.ask('GET', '/api/dashboard/stats')).body as { stats: { total_workers: number } }).stats
        .total_workers;
    const move = (milliseconds: number) => {
      server.test.clock.after(milliseconds, () => {});
      while ((server.test.clock as HandClock).advance());
    };
    expect(await workers()).toBe(1);
    for (const [name, kind] of [
      ['a', 'worker_pool'],
      ['b', 'worker_pool'],
      ['c', 'broker'],
    ])
      await server.ask('POST', '/api/worker/pool/register', { name, kind });
    expect(await workers()).toBe(3);
    move(4_000);
    await server.ask('POST', '/api/worker/pool/heartbeat', { name: 'a' });
    move(2_000);
    expect(await workers()).toBe(2);
    expect((await pools(server)).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'local ready',
      'a ready',
      'b offline',
      'c offline',
    ]);
    expect(await server.ask('POST', '/api/worker/pool/deregister', { name: 'a' })).toMatchObject({
      status: 200,
    });
    expect(await workers()).toBe(1);
    const restarted = new TestServer();
    const beat = await restarted.ask('POST', '/api/worker/pool/heartbeat', { name: 'b' });
    expect(beat).toMatchObject({ status: 404, body: { error: expect.stringContaining('register') } });
  });
});
