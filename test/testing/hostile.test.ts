import { describe, expect, it } from 'vitest';
import { findings, runOnlyTest, runPlaybookTests } from '../support/playbook-tests.ts';

describe('a playbook that does not end', () => {
  it('is stopped by the deadline of the test, which says what it was doing', async () => {
    const result = await runOnlyTest(`
      workload: { go: true }
      workflow:
        - step: again
          tool: { kind: noop }
          next: { arcs: [{ step: again, when: "{{ workload.go }}" }] }
      tests:
        - { name: t, timeout: 100ms }`);
    expect(findings(result)[0]).toBe('the execution has not ended after 0.1 s of real time');
    expect(findings(result)[1]).toMatch(/^it waits for .*again/);
  });

  it('is stopped while code runs', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: hang
          tool: { kind: javascript, code: "while (true);" }
      tests:
        - { name: t, timeout: 200ms }`);
    expect(findings(result)).toEqual([
      'the execution has not ended after 0.2 s of real time',
      expect.stringMatching(/^it waits for step hang, /),
    ]);
  });

  it('is stopped where it polls for ever', async () => {
    const result = await runOnlyTest(`
      workload: { go: true }
      workflow:
        - step: poll
          tool: { kind: wait, for: 1s }
          next: { arcs: [{ step: poll, when: "{{ workload.go }}" }] }
      tests:
        - { name: t, timeout: 100ms }`);
    expect(findings(result)[0]).toBe('the execution has not ended after 0.1 s of real time');
  });
});

describe('large and odd playbooks', () => {
  it('run a thousand iterations', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: each
          loop: { in: "{{ range(1000) | list }}", iterator: n, spec: { mode: parallel } }
          tool: { kind: http, url: "https://example.com/{{ iter.n }}" }
          next: sum
        - step: sum
          tool: { kind: noop, input: { n: "{{ each | length }}" } }
      tests:
        - name: t
          mock: { each: { n: "{{ iter.n }}" } }
          expect:
            result: { n: 1000 }
            calls: { each: 1000 }
            that: ["{{ each[999].data.n == 999 }}"]`);
    expect(findings(result)).toEqual([]);
  });

  it('compare results that are too large for an event', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: big
          tool: { kind: javascript, code: "return { rows: Array.from({ length: 20000 }, (_, i) => i), last: 19999 }" }
      tests:
        - name: t
          expect: { result: { last: 19999 }, that: ["{{ big.rows | length == 20000 }}"] }`);
    expect(findings(result)).toEqual([]);
  });

  it('speak of steps and texts in any script', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: gruss
          tool: { kind: noop, input: { "gruß 👋": "¡Hola, 世界!", n: 9007199254740993 } }
      tests:
        - name: "grüßt 世界"
          expect: { result: { "gruß 👋": "¡Hola, мир!", n: 9007199254740993 } }`);
    expect(result.differences).toEqual([
      { path: 'result["gruß 👋"]', expected: '¡Hola, мир!', actual: '¡Hola, 世界!' },
    ]);
  });

  it('run their final step after a failure, and may fail in it', async () => {
    const { tests } = await runPlaybookTests(`
      executor: { spec: { final_step: notify } }
      workflow:
        - step: work
          tool: { kind: http, url: https://example.com }
        - step: notify
          tool: { kind: http, method: POST, url: https://example.com/hook, json: { status: done } }
      tests:
        - name: work fails
          mock: { work: { status_code: 500 }, notify: {} }
          expect: { error: { kind: server_error, step: work }, steps: { notify: completed } }
        - name: notify fails
          mock: { work: {}, notify: { status_code: 500 } }
          expect: { error: { step: notify }, steps: { work: completed, notify: failed } }`);
    expect(tests.flatMap(findings)).toEqual([]);
  });
});
