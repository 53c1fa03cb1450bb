import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { createIdSource } from '../../src/adapters/system/id-source.ts';
import { TestEngine } from '../support/test-engine.ts';
import { RunningClock } from './running-clock.ts';

const HOUR = 3_600_000;

const EVERYTHING = `
  workflow:
    - { step: jump, tool: { kind: jump }, next: [flaky, pipeline, each] }
    - { step: flaky, tool: { kind: flaky }, retry: { max_attempts: 3, initial_delay: 10s }, next: end }
    - step: pipeline
      tool:
        - { name: first, kind: flaky, now: "{{ _attempt }}", retry: { max_attempts: 3, initial_delay: 5s } }
        - { name: second, kind: echo }
      next: end
    - { step: each, loop: { in: 20, iterator: i, spec: { mode: parallel } }, tool: { kind: jump }, next: end }
    - { step: end, tool: { kind: echo, input: { ok: true } } }
`;

describe('a clock that is set while an execution runs', () => {
  let clock: RunningClock;
  beforeEach(() => {
    clock = new RunningClock();
  });
  afterEach(() => clock.stop());

  const engineWith = (jump: () => void) =>
    new TestEngine({
      clock,
      tools: {
        jump: () => {
          jump();
          return { status: 'ok', data: null };
        },
        flaky: ({ attempt, config }) =>
          Number(config.now ?? attempt) < 3
            ? { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } }
            : { status: 'ok', data: 'at last' },
        never: (_, { signal }) =>
          new Promise(resolve => {
            signal.addEventListener('abort', () => resolve({ status: 'ok', data: 'late' }));
            jump();
          }),
      },
    });

  it.each([
    ['forwards', 5 * HOUR],
    ['backwards', -5 * HOUR],
    ['to and fro', undefined],
  ])('%s costs no retry its delay, and event ids still ascend', async (_, by) => {
    let direction = 1;
    const test = engineWith(() => {
      direction = -direction;
      clock.jump(by ?? direction * 7 * HOUR);
    });
    const { phase, header } = await test.run(EVERYTHING);
    expect(phase).toMatchObject({ kind: 'completed', result: { data: { ok: true } } });
    expect(clock.passed).toBe(25_000);
    const ids = (await test.events(header?.executionId ?? '')).map(({ id }) => BigInt(id));
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(test.troubles).toEqual([]);
  });

  it.each([5 * HOUR, -5 * HOUR])('by %i milliseconds leaves a timeout as long as it is', async by => {
    const test = engineWith(() => clock.jump(by));
    const { phase } = await test.run('workflow:\n  - { step: a, tool: { kind: never, timeout: 30s } }');
    expect(phase).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } });
    expect(clock.passed).toBeLessThanOrEqual(40_000);
    expect(clock.passed).toBeGreaterThanOrEqual(30_000);
  });

  it('does not end a wait before the clock shows its time', async () => {
    const test = new TestEngine({
      clock,
      tools: {
        wait: () => {
          const until = clock.now() + HOUR;
          clock.jump(-3 * HOUR);
          return { status: 'parked', waitsFor: { kind: 'time', until } };
        },
      },
    });
    await test.run('workflow:\n  - { step: a, tool: { kind: wait } }');
    expect(clock.passed).toBe(4 * HOUR);
  });

  it('ends a wait when it shows its time, though less has passed', async () => {
    const test = new TestEngine({
      clock,
      tools: {
        wait: () => {
          const until = clock.now() + 5 * HOUR;
          clock.jump(4 * HOUR);
          return { status: 'parked', waitsFor: { kind: 'time', until } };
        },
      },
    });
    await test.run('workflow:\n  - { step: a, tool: { kind: wait } }');
    expect(clock.passed).toBe(HOUR);
  });

  it.each([8 * HOUR, -8 * HOUR])(
    'by %i milliseconds between two processes loses and repeats nothing',
    async by => {
      const stores = openMemory();
      const calls: string[] = [];
      const tools = {
        note: ({ step }: { readonly step: string }) => {
          calls.push(step);
          return { status: 'ok', data: step } as const;
        },
        wait: () => ({ status: 'parked', waitsFor: { kind: 'time', until: clock.now() + HOUR } }) as const,
      };
      const workflow = `
      workflow:
        - { step: a, tool: { kind: note }, next: pause }
        - { step: pause, tool: { kind: wait }, next: b }
        - { step: b, tool: { kind: note } }
    `;
      const still = { now: () => clock.now(), at: () => () => {}, after: () => () => {} };
      const before = new TestEngine({ stores, tools, clock: still });
      const id = await before.start(workflow);
      while (![...(await before.events(id))].some(({ type }) => type === 'command.parked'))
        await new Promise(resolve => setImmediate(resolve));
      await before.engine.close();
      const last = (await before.events(id)).at(-1)?.id ?? '';
      clock.jump(by);
      const after = new TestEngine({ stores, tools, clock });
      await after.engine.recover();
      expect((await after.engine.ended(id)).phase.kind).toBe('completed');
      expect(calls).toEqual(['a', 'b']);
      expect(clock.passed).toBe(by > 0 ? 0 : 9 * HOUR);
      // A process that starts takes the last id of the store as the least (`after`).
      const next = createIdSource({ clock: { ...still, now: () => 0 }, machine: 2, after: last }).next();
      expect(BigInt(next)).toBeGreaterThan(BigInt(last));
    },
  );
});
