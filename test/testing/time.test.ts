import { describe, expect, it } from 'vitest';
import { findings, runOnlyTest } from '../support/playbook-tests.ts';

const HOUR = 3_600_000;

describe('virtual time', () => {
  it('passes only when nothing can run', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: sleep
          tool: { kind: wait, for: 30d }
          next: flaky
        - step: flaky
          tool: { kind: http, url: https://example.com }
          retry: { max_attempts: 4, initial_delay: 1h, multiplier: 1, max_delay: 2h }
      tests:
        - name: t
          mock: { flaky: [{ status_code: 500 }, { status_code: 500 }, { status_code: 500 }, { n: 1 }] }
          expect: { result: { data: { n: 1 } }, steps: { flaky: { attempts: 4 } } }`);
    expect(findings(result)).toEqual([]);
    expect(result.virtual).toBe(30 * 24 * HOUR + 3 * HOUR);
  });

  it('lets a mocked tool take longer than its task may', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: slow
          tool: { kind: http, url: https://example.com, timeout: 5s }
      tests:
        - name: t
          mock: { slow: { after: 90s, value: { n: 1 } } }
          expect: { error: { kind: timeout, message: within 5 s, step: slow } }`);
    expect(findings(result)).toEqual([]);
  });

  it('does not time out code that runs for real', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: start
          next: [code, wait]
        - step: code
          tool: { kind: javascript, timeout: 1s, code: "await new Promise(r => setTimeout(r, 50)); return 1" }
        - step: wait
          tool: { kind: wait, for: 10h }
      tests:
        - name: t
          expect: { steps: { code: completed, wait: completed } }`);
    expect(findings(result)).toEqual([]);
  });

  it('ends executions whose time is up', async () => {
    const result = await runOnlyTest(`
      executor: { spec: { timeout: 1h } }
      workflow:
        - step: sleep
          tool: { kind: wait, for: 2h }
      tests:
        - name: t
          expect: { error: { kind: timeout } }`);
    expect(findings(result)).toEqual([]);
    expect(result.virtual).toBe(HOUR);
  });
});

describe('signals', () => {
  const WAIT = `
    workflow:
      - step: ask
        tool: { kind: signal, name: approved, timeout: 1h, default: { by: nobody } }
        next: again
      - step: again
        tool: { kind: signal, name: approved, timeout: 1h, default: { by: nobody } }
    tests:
      - name: t
  `;
  const found = async (test: string) => findings(await runOnlyTest(`${WAIT}\n${test}`));

  it('are sent when a step waits for them', async () => {
    expect(
      await found(`
        signals: { approved: { by: ada } }
        expect: { that: ["{{ ask.by == 'ada' and again.by == 'nobody' }}"] }`),
    ).toEqual([]);
  });

  it('come after a while, and too late if that is longer than the step waits', async () => {
    expect(
      await found(`
        signals:
          - { name: approved, data: { by: ada }, after: 59m }
          - { name: approved, data: { by: bob }, after: 61m }
        expect: { that: ["{{ ask.by == 'ada' and again.by == 'nobody' }}"] }`),
    ).toEqual([]);
  });

  it('that nobody sends are named when the execution cannot go on', async () => {
    const result = await runOnlyTest(`
      workflow:
        - step: ask
          tool: { kind: signal, name: approved }
      tests:
        - name: t`);
    expect(findings(result)).toEqual([
      'the execution never ends: nothing is left that could happen',
      'it waits for the signal approved, which step ask waits for',
      'send the signal with `signals: { name: data }`, or give the step a timeout',
    ]);
  });
});
