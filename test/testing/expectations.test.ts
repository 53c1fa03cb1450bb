import { describe, expect, it } from 'vitest';
import { findings, runOnlyTest, runPlaybookTests } from '../support/playbook-tests.ts';

const PLAYBOOK = `
  workload: { n: 2 }
  workflow:
    - step: compute
      tool: { kind: noop, input: { n: "{{ workload.n }}", list: [1, { a: 1, b: 2 }], deep: { x: 1, y: 2 } } }
      set: { ctx.n: "{{ output.n }}" }
      next:
        arcs:
          - { step: fail, when: "{{ output.n > 2 }}" }
          - { step: end }
    - step: fail
      tool: { kind: fail, message: "{{ ctx.n }} is too much" }
    - step: end
      tool: { kind: noop, input: { n: "{{ compute.n }}", list: "{{ compute.list }}", deep: "{{ compute.deep }}" } }
  tests:
    - name: t
`;
const found = async (test: string) => findings(await runOnlyTest(`${PLAYBOOK}\n${test}`));

describe('an expectation', () => {
  it('is that the execution completes, unless the test says otherwise', async () => {
    expect(await found('')).toEqual([]);
    expect(await found('      workload: { n: 3 }')).toEqual(['status: "COMPLETED" / "FAILED"']);
    expect(await found('      workload: { n: 3 }\n      expect: { error: 3 is too much }')).toEqual([]);
    expect(await found('      expect: { error: too much }')).toEqual(['status: "FAILED" / "COMPLETED"']);
  });

  it('of a mapping names a part, of a list all of it', async () => {
    expect(await found('      expect: { result: { deep: { y: 2 }, list: [1, { b: 2 }] } }')).toEqual([]);
    expect(await found('      expect: { result: { deep: { z: 1 }, list: [1, { b: 3 }] } }')).toEqual([
      'result.deep.z: 1 / nothing',
      'result.list[1].b: 3 / 2',
    ]);
    expect(await found('      expect: { result: { list: [1] } }')).toEqual([
      'result.list: [1] / [1,{"a":1,"b":2}]',
    ]);
  });

  it('can be about steps: their outcome, runs and attempts', async () => {
    expect(
      await found('      expect: { steps: { compute: { runs: 2 }, fail: completed, end: { attempts: 1 } } }'),
    ).toEqual(['steps.compute.runs: 2 / 1', 'steps.fail: "completed" / "not_run"']);
  });

  it('can be about variables, errors and calls', async () => {
    const test = `
      workload: { n: 3 }
      expect:
        ctx: { n: 4 }
        error: { kind: other, message: not enough, step: compute }
        calls: { fail: 2, compute: { with: { input: { n: 7 } } }, end: { count: 1 } }`;
    expect(await found(test)).toEqual([
      expect.stringMatching(/^error\.kind: "other" \/ /),
      'error.message: "not enough" / "step \'fail\': 3 is too much"',
      'error.step: "compute" / "fail"',
      'ctx.n: 4 / 3',
      'calls.fail: "2 calls" / "1 call"',
      'calls.compute[0].input.n: 7 / 3',
      'calls.end: "1 call" / "0 calls"',
    ]);
  });

  it('can be a condition on all that the execution knows', async () => {
    const test = `
      expect:
        that:
          - "{{ status == 'COMPLETED' and result.n == workload.n and error is none }}"
          - "{{ steps.compute.status == 'COMPLETED' and ctx.n == 2 }}"
          - "{{ compute.n == 3 }}"
          - "{{ compute.n / 0 }}"`;
    expect(await found(test)).toEqual([
      'that[2]: "{{ compute.n == 3 }}" / false',
      'that[3]: "{{ compute.n / 0 }}" / false',
    ]);
  });
});

describe('coverage', () => {
  it('names the steps and arcs that no test reached', async () => {
    const { coverage } = await runPlaybookTests(PLAYBOOK);
    expect(coverage).toEqual({
      steps: { reached: 2, total: 3, missed: ['fail'] },
      arcs: { reached: 1, total: 2, missed: ['compute → fail'] },
    });
  });
});

describe('the trace', () => {
  it('tells what happened and when', async () => {
    const { trace } = await runOnlyTest(`
      workflow:
        - step: fetch
          tool: { kind: http, url: https://example.com }
          retry: { max_attempts: 2, initial_delay: 2s }
          next: wait
        - step: wait
          tool: { kind: wait, for: 1h }
      tests:
        - name: t
          mock: { fetch: [{ error: { message: broken } }, {}] }`);
    expect(trace.map(({ at, step, text }) => `${at} ${step} ${text}`)).toEqual([
      '0 fetch attempt 1 of 2 did not do, again after 2 s: broken',
      '2000 fetch completed',
      '2000 fetch → wait',
      '2000 wait waits for 2026-01-01T01:00:02.000Z',
      '3602000 wait completed',
    ]);
  });
});
