import { afterEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/common/store-error.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import { assemble, type Local } from '../../src/compose/local.ts';
import { measured } from '../../src/compose/measured.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import { deliveryOf } from '../../src/ports/leases.ts';
import { type Load, NO_LOAD } from '../../src/ports/load.ts';
import type { Tool } from '../../src/ports/tool.ts';
import { countTurns } from '../../src/server/metrics/follow-turns.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { HandClock } from '../support/hand-clock.ts';
import { useServer } from '../support/http-server.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

const opened: Local[] = [];
afterEach(async () => {
  for (const local of opened.splice(0)) await local.close();
});

/** An engine that is measured as a server measures its own; it runs nothing of the pool `gpu`. */
function open(tools: Readonly<Record<string, Tool['run']>> = {}) {
  const clock = new HandClock();
  const stores = openMemory(() => clock.now());
  const metrics = createMetrics((): Load => local?.load() ?? NO_LOAD, '1');
  const foundation = measured(metrics)({
    stores,
    incarnation: 0,
    lastEventId: undefined,
    clock,
    wrapTools: real => ({
      ...real,
      find: async kind => {
        const run = tools[kind];
        return run ? { defaultTimeout: 60_000, run } : real.find(kind);
      },
    }),
  });
  const ownPools = new Set(['shared']);
  const local: Local = assemble(foundation, { baseDir: '.', env: {}, ownPools, onTrouble: () => {} });
  opened.push(local);
  local.engine.watch(countTurns(metrics));
  const start = (yaml: string) =>
    local.engine.start({
      playbook: playbookFrom(yaml),
      text: textOf(yaml),
      source: 'test.yaml',
      payload: EMPTY_MAPPING,
    });
  const run = async (yaml: string) => local.engine.ended(await start(yaml));
  const shown = async (name: string) => {
    const page = await metrics.registry.metrics();
    const line = page.split('\n').find(each => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };
  return { clock, stores, local, start, run, shown };
}

/** Moves the clock on until the work is done. */
async function passing<T>(clock: HandClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance();
    await new Promise(setImmediate);
  }
  return done;
}

describe('claims', () => {
  it('are what the worker of the server has: every iteration, every retry', async () => {
    let calls = 0;
    const { run, shown, clock } = open({
      flaky: async () =>
        calls++ === 0
          ? { status: 'error', error: { kind: 'server_error', message: 'no', retryable: true } }
          : { status: 'ok', data: 1 },
    });
    await passing(
      clock,
      run(`
        workflow:
          - { step: a, loop: { in: [1, 2, 3], iterator: x }, tool: { kind: noop }, next: b }
          - { step: b, tool: { kind: flaky, retry: { max_attempts: 2, initial_delay: 1s } } }`),
    );
    expect(await shown('noetl_worker_claim_succeeded_total')).toBe(5);
    expect(await shown('noetl_worker_claim_failed_total')).toBe(0);
  });

  it('are what workers elsewhere take; those that their workers leave have failed', async () => {
    const { local, start, shown } = open();
    const join = (name: string) =>
      local.leases.join(
        { worker: `worker:${name}`, pools: ['gpu'], slots: 3, pid: 1, running: [] },
        () => {},
      );
    const id = await start('workflow: [{ step: a, spec: { pool: gpu }, tool: { kind: noop } }]');
    expect(await shown('noetl_worker_claim_succeeded_total')).toBe(0);
    expect(await shown('noetl_worker_queue_size')).toBe(1);
    await join('one');
    const [first] = await local.leases.lease('worker:one', 1);
    expect(await shown('noetl_worker_claim_succeeded_total')).toBe(1);
    expect(await shown('noetl_worker_queue_size')).toBe(0);
    expect(await shown('noetl_worker_active_tasks')).toBe(1);
    expect(await shown('noetl_worker_concurrent_dispatches')).toBe(0);
    await local.leases.leave('worker:one', [deliveryOf(first!.command)]);
    expect(await shown('noetl_worker_claim_failed_total')).toBe(1);
    await join('two');
    const [second] = await local.leases.lease('worker:two', 1);
    const report = { kind: 'done', outcome: { result: { kind: 'inline', data: 1 }, ctx: {} } } as const;
    await local.leases.report('worker:two', id, { ...report, ...deliveryOf(second!.command) });
    expect((await local.engine.ended(id)).phase.kind).toBe('completed');
    expect(await shown('noetl_worker_claim_succeeded_total')).toBe(2);
    expect(await shown('noetl_worker_claim_failed_total')).toBe(1);
  });

  it.each([
    ['a step', '', 1],
    ['iterations', 'loop: { in: [1, 2], iterator: x, spec: { mode: parallel } }', 2],
  ])('have failed also where %s must not be given to others', async (_, loop, count) => {
    const { local, start, shown } = open();
    await local.leases.join(
      { worker: 'worker:one', pools: ['gpu'], slots: 3, pid: 1, running: [] },
      () => {},
    );
    const id = await start(`
      workflow:
        - step: a
          spec: { pool: gpu }
          redeliver: never
          tool: { kind: noop }
          ${loop}`);
    const taken = await local.leases.lease('worker:one', 2);
    await local.leases.leave(
      'worker:one',
      taken.map(({ command }) => deliveryOf(command)),
    );
    expect((await local.engine.ended(id)).phase.kind).toBe('failed');
    expect(await shown('noetl_worker_claim_succeeded_total')).toBe(count);
    expect(await shown('noetl_worker_claim_failed_total')).toBe(count);
  });
});

describe('reports of workers', () => {
  const STEP = 'workflow: [{ step: a, tool: { kind: noop } }]';
  /** Lets the start through, and fails for the next writes. */
  const failing = (stores: { readonly events: EventStore }, times: number, error: Error) => {
    const append = stores.events.append.bind(stores.events);
    let turns = 0;
    stores.events.append = turn => (turns++ > 0 && turns <= times + 1 ? Promise.reject(error) : append(turn));
  };

  it('are timed, and counted each time that the store is asked again', async () => {
    const { clock, stores, run, shown } = open();
    failing(stores, 2, new StoreError('store_full', 'the disk is full'));
    expect((await passing(clock, run(STEP))).phase.kind).toBe('completed');
    expect(await shown('noetl_worker_event_emit_retries_total')).toBe(2);
    expect(await shown('noetl_worker_event_emit_duration_seconds_count')).toBe(1);
    expect(await shown('noetl_worker_event_emit_failed_total')).toBe(0);
  });

  it('have failed when there is no use in asking again', async () => {
    const { stores, start, shown } = open();
    failing(stores, 1, new StoreError('store_corrupt', 'the log is damaged'));
    await start(STEP);
    await expect.poll(() => shown('noetl_worker_event_emit_failed_total')).toBe(1);
    expect(await shown('noetl_worker_event_emit_retries_total')).toBe(0);
    expect(await shown('noetl_worker_event_emit_duration_seconds_count')).toBe(0);
  });
});

describe('secrets', () => {
  const api = useServer();

  it('are counted when they are renewed, and when that fails; not when they come', async () => {
    let isDown = false;
    api.answer = (_, response) => {
      response.statusCode = isDown ? 400 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'a-token-for-the-shop', expires_in: 3600 }));
    };
    const { clock, run, shown } = open();
    const orders = () =>
      run(`
        keychain: [{ name: shop, kind: oauth2, endpoint: "${api.origin}/token", client_id: me, client_secret: you }]
        workflow: [{ step: a, tool: { kind: http, url: "${api.origin}/orders", auth: shop } }]`);
    const renewals = async () => [
      await shown('noetl_secret_refresh_total{outcome="renewed"}'),
      await shown('noetl_secret_refresh_total{outcome="failed"}'),
    ];
    await orders();
    await orders();
    expect(await renewals()).toEqual([0, 0]);
    clock.sleep(3_600_000);
    expect((await orders()).phase.kind).toBe('completed');
    expect(await renewals()).toEqual([1, 0]);
    clock.sleep(3_600_000);
    isDown = true;
    expect((await orders()).phase.kind).toBe('failed');
    expect(await renewals()).toEqual([1, 1]);
  });
});
