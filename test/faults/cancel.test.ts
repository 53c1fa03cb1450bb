import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLogs } from '../crash/check-logs.ts';
import { textOf } from '../support/load-playbook.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';
import { RunningClock } from './running-clock.ts';

const LIBRARY = textOf('workflow:\n  - { step: inner, tool: { kind: slow, input: { n: 1 } } }');

const EVERYTHING = `
  workflow:
    - { step: start, tool: { kind: echo }, next: [flaky, each, file] }
    - { step: flaky, tool: { kind: flaky }, retry: { max_attempts: 3, initial_delay: 1s }, next: join }
    - step: each
      loop: { in: 6, iterator: i, spec: { mode: parallel, max_in_flight: 2 } }
      tool: { kind: slow, input: { n: "{{ iter.i }}" } }
      next: join
    - { step: file, tool: { kind: large }, next: join }
    - { step: join, tool: { kind: echo }, next: children }
    - step: children
      loop: { in: 3, iterator: i, spec: { mode: parallel } }
      tool: { kind: playbook, path: library }
      next: pause
    - { step: pause, tool: { kind: wait }, next: pipeline }
    - step: pipeline
      tool:
        - { name: one, kind: flaky, now: "{{ _attempt }}", retry: { max_attempts: 3, initial_delay: 1s } }
        - { name: two, kind: slow }
      next: gate
    - { step: gate, tool: { kind: gate } }
`;

describe('cancelling', () => {
  let clock: RunningClock;
  let running: number;
  beforeEach(() => {
    clock = new RunningClock();
    running = 0;
  });
  afterEach(() => clock.stop());

  function engine(): TestEngine {
    const slow: ToolRun = async ({ input }, { signal }) => {
      running += 1;
      await new Promise<void>(resolve => {
        const cancel = clock.after(100, resolve);
        signal.addEventListener('abort', () => {
          cancel();
          resolve();
        });
      });
      running -= 1;
      return { status: 'ok', data: input };
    };
    return new TestEngine({
      clock,
      playbooks: { library: LIBRARY },
      tools: {
        slow,
        flaky: ({ attempt, config }) =>
          Number(config.now ?? attempt) < 3
            ? { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } }
            : { status: 'ok', data: 'at last' },
        large: () => ({ status: 'ok', data: 'x'.repeat(200_000) }),
        wait: () => ({ status: 'parked', waitsFor: { kind: 'time', until: clock.now() + 5_000 } }),
        gate: () => ({
          status: 'parked',
          waitsFor: { kind: 'signal', name: 'go', deadline: clock.now() + 60_000, onDeadline: undefined },
        }),
      },
    });
  }

  /** Runs it until so many turns of any execution are recorded, and then cancels it. False if it ended before. */
  async function cancelAfter(turns: number): Promise<boolean> {
    const test = engine();
    let seen = 0;
    const reached = new Promise<void>(resolve => {
      test.engine.watch(() => {
        seen += 1;
        if (seen === turns) resolve();
      });
    });
    const id = await test.start(EVERYTHING);
    const ended = test.engine.ended(id);
    await Promise.race([reached, ended]);
    await test.engine.send(id, { kind: 'cancel', reason: 'enough' });
    const { phase } = await ended;
    // Whatever was under way is told to stop, and reports late; children end as their parent did.
    for (const { executionId } of await test.stores.events.list()) await test.engine.ended(executionId);
    await test.engine.close();
    expect({ turns, running }).toEqual({ turns, running: 0 });
    const follow = (uri: string) => test.stores.results.get(uri);
    const summary = await checkLogs({ stores: test.stores, follow });
    expect(test.troubles).toEqual([]);
    if (phase.kind !== 'cancelled') return false;
    expect(summary.every(each => each.phase === 'cancelled' || each.phase === 'completed')).toBe(true);
    return true;
  }

  it('in every phase ends the execution at once, stops what runs and ends its children', {
    timeout: 120_000,
  }, async () => {
    let cancelled = 0;
    for (let turns = 1; await cancelAfter(turns); turns++) cancelled += 1;
    expect(cancelled).toBeGreaterThan(30);
  });

  it('before anything has happened, and twice, is no trouble', async () => {
    const test = engine();
    const id = await test.start(EVERYTHING);
    await Promise.all([
      test.engine.send(id, { kind: 'cancel', reason: 'first' }),
      test.engine.send(id, { kind: 'cancel', reason: 'second' }),
    ]);
    expect((await test.engine.ended(id)).phase).toMatchObject({ kind: 'cancelled', reason: 'first' });
    const types = (await test.events(id)).map(({ type }) => type);
    expect(types.filter(type => type === 'playbook.cancelled')).toHaveLength(1);
    await test.engine.close();
  });
});
