import { expect, it } from 'vitest';
import { describeWith } from '../support/services/describe-with.ts';
import { TestEngine } from '../support/test-engine.ts';
import { phaseOf, runLocally } from './local.ts';
import { RunningClock } from './running-clock.ts';

describeWith('python', 'a step whose process is killed', () => {
  it.each([
    ['shell', "{ kind: shell, command: 'kill -KILL $$' }"],
    ['python', "{ kind: python, code: 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)' }"],
  ])('fails and says so: %s', async (_, tool) => {
    const phase = await runLocally(`workflow:\n  - { step: a, tool: ${tool} }`, phaseOf);
    expect(phase).toMatchObject({ kind: 'failed', failedSteps: ['a'] });
    expect(phase.kind === 'failed' && phase.error.message).toMatch(/SIGKILL|signal 9|killed/i);
  });

  it('is tried again with a fresh interpreter, and its neighbours are not disturbed', async () => {
    const phase = await runLocally(
      `
      workflow:
        - { step: start, next: [victim, neighbour] }
        - step: victim
          retry: { max_attempts: 3, initial_delay: 1ms }
          tool:
            kind: python
            input: { n: 1 }
            code: |
              import os, signal
              if int(os.environ.get("NOETL_ATTEMPT", "0")) < 3: os.kill(os.getpid(), signal.SIGKILL)
              result = {"survived": os.environ["NOETL_ATTEMPT"]}
          next: end
        - step: neighbour
          loop: { in: 20, iterator: i, spec: { mode: parallel, max_in_flight: 2 } }
          tool: { kind: python, input: { i: "{{ iter.i }}" }, code: 'result = i * i' }
          next: end
        - step: end
          tool: { kind: noop, input: { victim: "{{ victim.survived }}", sum: "{{ neighbour | sum }}" } }
      `,
      phaseOf,
    );
    expect(phase).toMatchObject({ kind: 'completed', result: { data: { victim: '3', sum: 2470 } } });
  });

  it('of python for want of memory fails with its reason, and the step after it runs', async () => {
    const phase = await runLocally(
      `
      workflow:
        - step: hungry
          on_error: continue
          tool: { kind: python, memory_limit: 300mb, code: 'x = bytearray(2_000_000_000); result = len(x)' }
          next: modest
        - step: modest
          tool: { kind: python, input: { why: "{{ steps.hungry.error.message }}" }, code: 'result = why' }
      `,
      phaseOf,
    );
    expect(phase).toMatchObject({ kind: 'completed', result: { data: expect.stringMatching(/memory/i) } });
  });
});

it('a tool that never returns and ignores its signal is given up after its time, and the rest goes on', async () => {
  const clock = new RunningClock();
  let calls = 0;
  const test = new TestEngine({
    clock,
    concurrency: 1,
    tools: {
      deaf: () => {
        calls += 1;
        return new Promise(() => {});
      },
    },
  });
  const { phase } = await test.run(`
    workflow:
      - step: a
        tool: { kind: deaf, timeout: 30s }
        retry: { max_attempts: 2, initial_delay: 1s }
        on_error: continue
        next: b
      - { step: b, tool: { kind: echo, input: { why: "{{ steps.a.error.kind }}" } } }
  `);
  expect(phase).toMatchObject({ kind: 'completed', result: { data: { why: 'timeout' } } });
  expect(calls).toBe(2);
  await test.engine.close();
  clock.stop();
});
