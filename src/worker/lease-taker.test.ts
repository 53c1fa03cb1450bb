import { describe, expect, it } from 'vitest';
import { HandClock } from '../../test/support/hand-clock.ts';
import { deferred } from '../common/deferred.ts';
import type { Input } from '../core/decide/input.ts';
import { deliveryOf, type Lease } from '../ports/leases.ts';
import { LeaseTaker, type Office } from './lease-taker.ts';

const leaseOf = (name: string, redeliveries = 0): Lease => ({
  command: {
    commandId: `1:${name}:2`,
    executionId: '1',
    step: name,
    run: 1,
    iteration: undefined,
    attempt: 1,
    maxAttempts: 1,
    availableAt: undefined,
    redeliveries,
    checkpoint: undefined,
    args: {},
  },
  version: 1,
  hash: 'h',
});

const done = (name: string): Input => ({
  kind: 'done',
  commandId: `1:${name}:2`,
  attempt: 1,
  outcome: { result: { kind: 'none' }, ctx: {} },
});

const settled = () => new Promise(resolve => setImmediate(resolve));

/** A taker whose office and tools the test plays. */
function takerWith({ report = async () => {} }: Partial<Pick<Office, 'report'>> = {}) {
  const clock = new HandClock();
  const asked: { readonly max: number; readonly give: (leases: readonly Lease[]) => void }[] = [];
  const [begun, cancelled, reported, troubles]: [string[], string[], string[], unknown[]] = [[], [], [], []];
  const loaded = deferred<void>();
  loaded.resolve();
  const loading = { until: loaded.promise };
  const taker = new LeaseTaker({
    office: {
      lease: max =>
        new Promise<readonly Lease[]>(give => {
          asked.push({ max, give });
        }),
      beat: async () => [],
      report: async (executionId, input, delivery) => {
        await report(executionId, input, delivery);
        reported.push(`${input.kind} of delivery ${delivery}`);
      },
    },
    clock,
    slots: 2,
    prepare: async ({ command }) => {
      await loading.until;
      return () => void begun.push(`${command.step}#${command.redeliveries}`);
    },
    cancel: commandId => void cancelled.push(commandId),
    onTrouble: error => void troubles.push(error),
  });
  void taker.work();
  const give = async (...leases: readonly Lease[]) => {
    asked.at(-1)?.give(leases);
    await settled();
  };
  return { taker, clock, asked, begun, cancelled, reported, troubles, loading, give };
}

describe('LeaseTaker', () => {
  it('asks for as much as it has room for, and again when something is reported', async () => {
    const { taker, asked, give } = takerWith();
    await give(leaseOf('a'));
    await give(leaseOf('b'));
    expect(asked.map(({ max }) => max)).toEqual([2, 1]);
    await taker.report('1', [done('a')]);
    await settled();
    expect(asked.map(({ max }) => max)).toEqual([2, 1, 1]);
  });

  it('begins a command that it has lost and leased again only when the first delivery is over', async () => {
    const { taker, begun, reported, give } = takerWith();
    await give(leaseOf('a'));
    taker.lose([deliveryOf(leaseOf('a').command)]);
    await give(leaseOf('a', 1));
    expect(begun).toEqual(['a#0']);
    // Whoever gives out work must know that this one did not get lost on the way.
    expect(taker.running.map(({ delivery }) => delivery)).toEqual([0, 1]);
    await taker.report('1', [done('a')]);
    await settled();
    expect(begun).toEqual(['a#0', 'a#1']);
    await taker.report('1', [done('a')]);
    expect(reported).toEqual(['done of delivery 0', 'done of delivery 1']);
  });

  it('loses one delivery of a command and keeps the other', async () => {
    const { taker, begun, cancelled, give } = takerWith();
    await give(leaseOf('a'));
    await give(leaseOf('a', 1));
    taker.lose([deliveryOf(leaseOf('a', 1).command)]);
    expect(cancelled).toEqual([]);
    await taker.report('1', [done('a')]);
    await settled();
    expect(begun).toEqual(['a#0']);
    expect(taker.running).toEqual([]);
  });

  it('begins no delivery of a command that nobody wants any more', async () => {
    const { taker, begun, cancelled, asked, give } = takerWith();
    await give(leaseOf('a'));
    await give(leaseOf('a', 1));
    taker.stop('1:a:2');
    expect(cancelled).toEqual(['1:a:2']);
    await taker.report('1', [done('a')]);
    await settled();
    expect(begun).toEqual(['a#0']);
    expect(asked.at(-1)?.max).toBe(2);
  });

  it('begins nothing when it is closed, and says what it had begun', async () => {
    const { taker, begun, give } = takerWith();
    await give(leaseOf('a'));
    expect(taker.close()).toEqual([deliveryOf(leaseOf('a').command)]);
    await give(leaseOf('b'));
    expect(begun).toEqual(['a#0']);
  });

  it('does not begin what it loses while it loads it', async () => {
    const { taker, begun, loading, give } = takerWith();
    const loaded = deferred<void>();
    loading.until = loaded.promise;
    await give(leaseOf('a'));
    taker.lose([deliveryOf(leaseOf('a').command)]);
    loaded.resolve();
    await settled();
    expect(begun).toEqual([]);
    expect(taker.running).toEqual([]);
  });

  it('tells the end of a command again that could not be recorded, and has it until then', async () => {
    let failures = 2;
    const { taker, clock, reported, troubles, give } = takerWith({
      report: async () => {
        if (failures-- > 0) throw new Error('not just now');
      },
    });
    await give(leaseOf('a'));
    const told = taker.report('1', [done('a')]);
    for (let pause = 0; pause < 2; pause++) {
      await settled();
      expect(taker.running).toHaveLength(1);
      clock.advance();
    }
    expect(await told).toBe(true);
    expect(troubles).toHaveLength(2);
    expect(reported).toEqual(['done of delivery 0']);
    expect(taker.running).toEqual([]);
  });

  it('takes back what it has asked for when it drains', async () => {
    const { taker, asked, give } = takerWith();
    await give(leaseOf('a'));
    const drained = taker.drain();
    expect(asked.at(-1)?.max).toBe(0);
    await taker.report('1', [done('a')]);
    await drained;
  });

  it('fails a command that cannot be loaded', async () => {
    const { reported, loading, give } = takerWith();
    loading.until = Promise.reject(new Error('no such playbook'));
    await give(leaseOf('a'));
    expect(reported).toEqual(['failed of delivery 0']);
  });

  it('does not beat any more when it is closed', async () => {
    const { taker, clock } = takerWith();
    taker.close();
    taker.beatEvery(100);
    expect(clock.advance()).toBe(false);
  });
});
