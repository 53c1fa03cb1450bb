import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/common/store-error.ts';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import type { Report } from '../../src/core/decide/input.ts';
import { explainState } from '../../src/core/explain.ts';
import { makePlaybookTool } from '../../src/engine/playbook-tool.ts';
import {
  type Delivered,
  deliveryOf,
  type Joining,
  type Lease,
  UnknownWorker,
} from '../../src/ports/leases.ts';
import type { ToolCall, ToolIo } from '../../src/ports/tool.ts';
import { HandClock } from '../support/hand-clock.ts';
import { textOf } from '../support/load-playbook.ts';
import { TestEngine } from '../support/test-engine.ts';

const STEP = (more = '') =>
  `workflow:\n  - { step: a, spec: { pool: gpu }, tool: { kind: echo, input: { x: 1 } }${more} }`;
const EACH = `
workflow:
  - step: each
    spec: { pool: gpu }
    loop: { in: [x, y, z, u, v, w], iterator: item, spec: { mode: parallel, max_in_flight: 6 } }
    tool: { kind: echo, input: { item: "{{ iter.item }}" } }`;

const LEASE_TIME = 60_000;
/** For which a worker is waited whose connection broke. */
const RETURN_TIME = 3_000;

const joining = (worker: string, more: Partial<Joining> = {}): Joining => ({
  worker: `worker:${worker}`,
  pools: ['gpu'],
  slots: 4,
  pid: 1,
  running: [],
  ...more,
});

/** An engine that runs nothing of the pool `gpu`, and workers that the test plays. */
class Desk extends TestEngine {
  readonly stopped: string[] = [];

  constructor(options: ConstructorParameters<typeof TestEngine>[0] = {}) {
    super({ ownPools: ['shared'], ...options });
  }

  readonly stop = (commandId: string): void => void this.stopped.push(commandId);

  join(worker: string, more?: Partial<Joining>): Promise<readonly Delivered[]> {
    return this.leases.join(joining(worker, more), this.stop);
  }

  async take(worker: string, max = 1): Promise<Lease> {
    const [lease] = await this.leases.lease(`worker:${worker}`, max);
    if (!lease) throw new Error('nothing was leased');
    return lease;
  }

  failed(worker: string, { command }: Lease): Promise<void> {
    const error = { kind: 'exception', message: 'it broke', retryable: true };
    const report: Report = { kind: 'failed', ...deliveryOf(command), error };
    return this.leases.report(`worker:${worker}`, command.executionId, report);
  }

  done(worker: string, { command }: Lease): Promise<void> {
    const { commandId, attempt, redeliveries: delivery, executionId } = command;
    const outcome = { result: { kind: 'inline', data: worker }, ctx: {} } as const;
    const report: Report = { kind: 'done', commandId, attempt, delivery, outcome };
    return this.leases.report(`worker:${worker}`, executionId, report);
  }

  get hands(): HandClock {
    return this.clock as HandClock;
  }

  /** Fires what is due in that time and at its end, and lets it come to an end itself. */
  async pass(milliseconds: number): Promise<void> {
    let isOver = false;
    this.clock.after(milliseconds + 1, () => {
      isOver = true;
    });
    while (!isOver) {
      this.hands.advance();
      await new Promise(resolve => setImmediate(resolve));
    }
  }

  async types(executionId: string, part: string): Promise<readonly string[]> {
    return (await this.events(executionId)).map(({ type }) => type).filter(type => type.includes(part));
  }
}

/** The disk is full when the next turn is written. */
function failOnce({ events }: Stores): void {
  const append = events.append.bind(events);
  events.append = async () => {
    events.append = append;
    throw new StoreError('store_full', 'the disk is full');
  };
}

const delivered = ({ command }: Lease): Delivered => deliveryOf(command);

describe('a command of a pool that the process does not run itself', () => {
  it('waits for a worker, and what waits says which', async () => {
    const desk = new Desk();
    const executionId = await desk.start(STEP());
    const state = await desk.engine.state(executionId);
    const { waiting_for } = explainState(
      await desk.engine.program(state.header?.hash ?? ''),
      state,
      undefined,
    );
    expect(waiting_for).toEqual([expect.stringContaining('noetl worker --pool gpu')]);
  });

  it('is claimed in the log before its worker has it, and ends with its report', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP());
    const lease = await desk.take('w');
    expect(await desk.types(lease.command.executionId, 'command.')).toEqual([
      'command.issued',
      'command.claimed',
    ]);
    await desk.done('w', lease);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
    expect(desk.leases.workers()).toMatchObject([{ worker: 'worker:w', running: 0, isConnected: true }]);
  });

  it('goes to workers of its pool alone', async () => {
    const desk = new Desk();
    await desk.join('other', { pools: ['cpu'] });
    await desk.join('w');
    const nothing = desk.leases.lease('worker:other', 1);
    await desk.start(STEP());
    await desk.done('w', await desk.take('w'));
    desk.leases.lose('worker:other', desk.stop);
    expect(await nothing).toEqual([]);
  });

  it('is shared out: who has less is given more', async () => {
    const desk = new Desk();
    await desk.join('v');
    await desk.join('w');
    const ended = desk.run(EACH);
    const taken: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      for (const worker of ['v', 'w']) {
        const lease = await desk.take(worker);
        taken.push(worker);
        await desk.done(worker, lease);
      }
    }
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
    expect(taken).toEqual(['v', 'w', 'v', 'w', 'v', 'w']);
  });

  it('has its item with it if that is small; one that is stored is read by its worker', async () => {
    const desk = new Desk();
    await desk.join('w');
    const each = (item: string) => EACH.replace('in: [x, y, z, u, v, w]', `in: ["${item}"]`);
    await desk.start(each('small'));
    const small = await desk.take('w');
    await desk.start(each("{{ 'x' * 100000 }}"));
    const large = await desk.take('w');
    expect(small.command.iteration).toEqual({ index: 0, total: 1, item: 'small' });
    expect(large.command.iteration).toEqual({ index: 0, total: 1, item: undefined });
  });

  it('is retried in the queue, and the start of a retry is its claim', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP(', retry: { max_attempts: 2, initial_delay: 1s }'));
    const first = await desk.take('w');
    await desk.failed('w', first);
    const again = desk.take('w');
    await desk.pass(1_000);
    expect(await desk.types(first.command.executionId, 'started')).toHaveLength(3);
    await desk.done('w', await again);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
  });
});

describe('a worker that is not heard of in time', () => {
  it('loses what it has, which is given to others; what it says then is late', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP());
    const first = await desk.take('w');
    await desk.pass(LEASE_TIME);
    await desk.join('v');
    const second = await desk.take('v');
    expect(second.command).toMatchObject({ commandId: first.command.commandId, redeliveries: 1 });
    await desk.done('w', first);
    const { executionId } = first.command;
    expect(await desk.types(executionId, 'late')).toEqual(['command.late']);
    await desk.done('v', second);
    expect((await ended).phase).toMatchObject({ kind: 'completed', result: { data: 'v' } });
  });

  it('is not known any more, and is told what it has lost when it joins', async () => {
    const desk = new Desk();
    await desk.join('w');
    await desk.start(STEP());
    const lease = await desk.take('w');
    await desk.pass(LEASE_TIME);
    await expect(desk.leases.beat('worker:w', [delivered(lease)])).rejects.toThrow(UnknownWorker);
    await expect(desk.leases.lease('worker:w', 1)).rejects.toThrow(UnknownWorker);
    expect(await desk.join('w', { running: [delivered(lease)] })).toEqual([delivered(lease)]);
  });

  it('has lost also what it was given again, whatever it says of what it had before', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(STEP());
    const first = await desk.take('w');
    await desk.pass(LEASE_TIME);
    await desk.join('w', { running: [delivered(first)] });
    const second = await desk.take('w');
    expect(second.command.redeliveries).toBe(1);
    await desk.failed('w', first);
    expect(await desk.types(executionId, 'late')).toEqual(['command.late']);
    desk.leases.lose('worker:w', desk.stop);
    await desk.pass(RETURN_TIME);
    expect(await desk.types(executionId, 'lease')).toHaveLength(2);
  });

  it('has lost also the retry that it was given when it failed', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(STEP(', retry: { max_attempts: 2, initial_delay: 0 }'));
    const first = await desk.take('w');
    const again = desk.take('w');
    await desk.failed('w', first);
    expect((await again).command.attempt).toBe(2);
    expect(desk.leases.workers()).toMatchObject([{ running: 1 }]);
    desk.leases.lose('worker:w', desk.stop);
    await desk.pass(RETURN_TIME);
    expect(await desk.types(executionId, 'lease')).toEqual(['command.lease_expired']);
  });

  it('fails what must not run twice', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP(', redeliver: never'));
    await desk.take('w');
    await desk.pass(LEASE_TIME);
    expect((await ended).phase).toMatchObject({ kind: 'failed', error: { kind: 'lease_expired' } });
  });

  it('is believed as long as it beats', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP());
    const lease = await desk.take('w');
    for (let beat = 0; beat < 5; beat++) {
      await desk.pass(LEASE_TIME / 2);
      expect(await desk.leases.beat('worker:w', [delivered(lease)])).toEqual([]);
    }
    await desk.done('w', lease);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
    expect(await desk.types(lease.command.executionId, 'lease')).toEqual([]);
  });

  it('has lost nothing if it was this process that did not listen', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP(', redeliver: never'));
    const lease = await desk.take('w');
    desk.hands.sleep(10 * LEASE_TIME);
    expect(await desk.leases.beat('worker:w', [delivered(lease)])).toEqual([]);
    await desk.done('w', lease);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
  });
});

describe('a worker whose connection breaks', () => {
  it('has a few seconds to come back, and keeps what it has', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP());
    const lease = await desk.take('w');
    const before = desk.clock.now();
    desk.leases.lose('worker:w', desk.stop);
    expect(await desk.join('w', { running: [delivered(lease)] })).toEqual([]);
    await desk.done('w', lease);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
    expect(desk.clock.now()).toBe(before);
  });

  it('has lost it soon if it does not', async () => {
    const desk = new Desk();
    await desk.join('w');
    await desk.start(STEP());
    const { command } = await desk.take('w');
    const before = desk.clock.now();
    desk.leases.lose('worker:w', desk.stop);
    await desk.pass(RETURN_TIME);
    expect(desk.clock.now() - before).toBeLessThan(10_000);
    expect(await desk.types(command.executionId, 'lease')).toEqual(['command.lease_expired']);
  });

  it('and has come back already is not troubled by the end of the connection before', async () => {
    const desk = new Desk();
    await desk.join('w');
    const another = () => {};
    await desk.leases.join(joining('w'), another);
    desk.leases.lose('worker:w', desk.stop);
    expect(desk.leases.workers()).toMatchObject([{ isConnected: true }]);
  });

  it('has not begun what it never heard of: that counts for nothing', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP(', redeliver: never'));
    await desk.take('w');
    await desk.join('w', { running: [] });
    const again = await desk.take('w');
    expect(again.command.redeliveries).toBe(0);
    await desk.done('w', again);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
  });

  it('gives back at once what it has if it leaves for good', async () => {
    const desk = new Desk();
    await desk.join('w');
    await desk.start(STEP());
    const lease = await desk.take('w');
    await desk.leases.leave('worker:w', [delivered(lease)]);
    await desk.join('v');
    const again = await desk.take('v');
    expect(again.command).toMatchObject({ commandId: lease.command.commandId, redeliveries: 1 });
    expect(desk.leases.workers()).toMatchObject([{ worker: 'worker:v' }]);
  });

  it('has not begun what was on its way to it when it left', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP(', redeliver: never'));
    await desk.take('w');
    await desk.leases.leave('worker:w', []);
    await desk.join('v');
    await desk.done('v', await desk.take('v'));
    expect((await ended).phase).toMatchObject({ kind: 'completed', result: { data: 'v' } });
  });

  it('has nothing of what was given out in the moment in which it left', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP());
    await expect.poll(() => desk.leases.waitingCount).toBe(1);
    const asked = desk.leases.lease('worker:w', 1);
    await desk.leases.leave('worker:w', []);
    expect(await asked).toEqual([]);
    await desk.join('v');
    await desk.done('v', await desk.take('v'));
    expect((await ended).phase).toMatchObject({ kind: 'completed', result: { data: 'v' } });
  });

  it('has nothing of what could be recorded as its own only after it had left', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(STEP(', redeliver: never'));
    failOnce(desk.stores);
    const leasing = desk.leases.lease('worker:w', 1);
    await new Promise(resolve => setImmediate(resolve));
    await desk.leases.leave('worker:w', []);
    await desk.pass(RETURN_TIME);
    expect(await leasing).toEqual([]);
    await desk.join('v');
    await desk.done('v', await desk.take('v'));
    expect((await desk.engine.ended(executionId)).phase).toMatchObject({ kind: 'completed' });
  });

  it('has not heard of what it was given again if it speaks of what it had before', async () => {
    const desk = new Desk();
    await desk.join('w');
    const ended = desk.run(STEP());
    const first = await desk.take('w');
    await desk.pass(LEASE_TIME);
    await desk.join('w', { running: [delivered(first)] });
    const second = await desk.take('w');
    expect(await desk.join('w', { running: [delivered(first)] })).toEqual([delivered(first)]);
    const again = await desk.take('w');
    expect(again.command).toEqual(second.command);
    await desk.done('w', again);
    expect((await ended).phase).toMatchObject({ kind: 'completed' });
  });
});

describe('a worker that is ending', () => {
  it('takes back what it has asked for, and is given nothing more', async () => {
    const desk = new Desk();
    await desk.join('w');
    const asked = desk.leases.lease('worker:w', 4);
    expect(await desk.leases.lease('worker:w', 0)).toEqual([]);
    expect(await asked).toEqual([]);
    await desk.start(STEP());
    expect(desk.leases.waitingCount).toBe(1);
  });
});

describe('a report that cannot be recorded', () => {
  it('is refused, and the command stays with its worker', async () => {
    const desk = new Desk();
    await desk.join('w');
    await desk.start(STEP());
    const lease = await desk.take('w');
    await desk.stores.close();
    await expect(desk.done('w', lease)).rejects.toThrow('could not be recorded');
    expect(desk.leases.workers()).toMatchObject([{ running: 1 }]);
  });
});

describe('an execution that is cancelled', () => {
  it('stops its commands where they run', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(STEP());
    const { command } = await desk.take('w');
    await desk.engine.send(executionId, { kind: 'cancel' });
    expect(desk.stopped).toEqual([command.commandId]);
    expect(desk.leases.workers()).toMatchObject([{ running: 0 }]);
  });

  it('gives out nothing more', async () => {
    const desk = new Desk();
    const executionId = await desk.start(STEP());
    await desk.engine.send(executionId, { kind: 'cancel' });
    expect(desk.leases.waitingCount).toBe(0);
  });
});

describe('a playbook that is called by a worker which is told to stop', () => {
  const CALL = `workflow:\n  - { step: a, spec: { pool: gpu }, tool: { kind: playbook, path: waiting } }`;
  const WAITING = textOf(`workflow:\n  - { step: wait, tool: { kind: signal, name: go } }`);

  /** As the worker does it that has the lease, but is stopped on the way. */
  async function callStopped(desk: Desk, { command }: Lease): Promise<string> {
    const { commandId, executionId, attempt, step } = command;
    const finder = { find: async (source: string) => ({ text: WAITING, source }) };
    const tool = makePlaybookTool(() => desk.engine, finder, { now: () => 0 });
    const call = { commandId, executionId, attempt, step, config: { path: 'waiting' }, input: {} };
    const io = { signal: AbortSignal.abort('cancelled'), print: () => {} };
    const parked = await tool.run(call as unknown as ToolCall, io as unknown as ToolIo);
    if (parked.status !== 'parked' || parked.waitsFor.kind !== 'child') throw new Error('it did not park');
    return parked.waitsFor.executionId;
  }

  it('goes on if the command was given to others: they wait for the same one', async () => {
    const desk = new Desk();
    await desk.join('w');
    await desk.start(CALL);
    const lease = await desk.take('w');
    await desk.pass(LEASE_TIME);
    const child = await callStopped(desk, lease);
    expect((await desk.engine.state(child)).phase.kind).toBe('in_progress');
  });

  it('is cancelled if nobody wants the command any more', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(CALL);
    const lease = await desk.take('w');
    await desk.engine.send(executionId, { kind: 'cancel' });
    const child = await callStopped(desk, lease);
    expect((await desk.engine.state(child)).phase.kind).toBe('cancelled');
  });
});

describe('C12: another process that takes up the execution', () => {
  const takeOver = async (desk: Desk, ownPools: readonly string[] = ['shared']) => {
    await desk.engine.close();
    const next = new Desk({ stores: desk.stores, clock: desk.clock, ownPools });
    await next.engine.recover();
    return next;
  };

  it('leaves to a worker what it has, and takes its report', async () => {
    const desk = new Desk({ stores: openMemory(), clock: new HandClock() });
    await desk.join('w');
    const executionId = await desk.start(STEP());
    const lease = await desk.take('w');
    const next = await takeOver(desk);
    expect(await next.join('w', { running: [delivered(lease)] })).toEqual([]);
    await next.done('w', lease);
    expect((await next.engine.ended(executionId)).phase).toMatchObject({ kind: 'completed' });
    expect(await next.types(executionId, 'lease')).toEqual([]);
  });

  it('takes the report also before the worker has joined', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(STEP());
    const lease = await desk.take('w');
    const next = await takeOver(desk);
    await next.done('w', lease);
    expect((await next.engine.ended(executionId)).phase).toMatchObject({ kind: 'completed' });
  });

  it('gives to others what a worker never heard of, also if it came before the execution was taken up', async () => {
    const desk = new Desk();
    await desk.join('w');
    await desk.start(STEP(', redeliver: never'));
    const lease = await desk.take('w');
    await desk.engine.close();
    const next = new Desk({ stores: desk.stores, clock: desk.clock });
    await next.join('w', { running: [] });
    await next.engine.recover();
    const again = await next.take('w');
    expect(again.command).toEqual(lease.command);
  });

  it('notices that the worker never comes back', async () => {
    const desk = new Desk();
    await desk.join('w');
    const executionId = await desk.start(STEP());
    await desk.take('w');
    const next = await takeOver(desk);
    await next.pass(LEASE_TIME);
    expect(await next.types(executionId, 'lease')).toEqual(['command.lease_expired']);
  });

  it('offers again what nobody had claimed, as if nothing had happened', async () => {
    const desk = new Desk();
    const executionId = await desk.start(STEP());
    const next = await takeOver(desk);
    await next.join('w');
    const lease = await next.take('w');
    expect(lease.command.redeliveries).toBe(0);
    expect(await next.types(executionId, 'lease')).toEqual([]);
  });

  it('runs itself what it runs now, and nobody had begun', async () => {
    const desk = new Desk();
    const executionId = await desk.start(STEP(', redeliver: never'));
    const next = await takeOver(desk, ['shared', 'gpu']);
    expect((await next.engine.ended(executionId)).phase).toMatchObject({ kind: 'completed' });
  });
});
