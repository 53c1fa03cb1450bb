import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { suiteMode } from './describe-with.ts';
import { summariseSkips } from './skip-summary.ts';
import { skipsFail } from './skips-fail.ts';

const absent = { available: false, reason: 'no nats-server, and not root' } as const;

describe('a suite that needs a service', () => {
  it('runs where the service is, in continuous integration and elsewhere', () => {
    expect(suiteMode({ available: true, found: {} }, false)).toBe('run');
    expect(suiteMode({ available: true, found: {} }, true)).toBe('run');
  });

  it('is skipped where the service is missing, but fails in continuous integration', () => {
    expect(suiteMode(absent, false)).toBe('skip');
    expect(suiteMode(absent, true)).toBe('fail');
  });
});

describe('CI', () => {
  it('means continuous integration unless it is empty, 0 or false', () => {
    expect(['true', '1', 'yes'].map(CI => skipsFail({ CI }))).toEqual([true, true, true]);
    expect(['', '0', 'false', 'FALSE'].map(CI => skipsFail({ CI }))).toEqual([false, false, false, false]);
    expect(skipsFail({})).toBe(false);
  });
});

describe('the closing summary', () => {
  const suites = [
    { service: 'nats', reason: 'no nats-server, and not root' },
    { service: 'nats', reason: 'no nats-server, and not root' },
    { service: 'postgres', reason: 'no PostgreSQL server programs, and not root' },
  ];

  it('is silent when everything ran', () => {
    expect(summariseSkips({ suites: [], testsByHand: [] }, true)).toEqual({ lines: [], failed: false });
  });

  it('counts suites and gives each reason once', () => {
    expect(summariseSkips({ suites, testsByHand: [] }, false)).toEqual({
      lines: [
        'skipped suites: 3 (nats: no nats-server, and not root; postgres: no PostgreSQL server programs, and not root)',
      ],
      failed: false,
    });
  });

  it('fails in continuous integration, also over a test that was skipped by hand', () => {
    const { lines, failed } = summariseSkips({ suites: [], testsByHand: ['adds up'] }, true);
    expect(failed).toBe(true);
    expect(lines).toEqual([
      'tests skipped by hand: 1 (adds up)',
      'In continuous integration a skip is a failure.',
    ]);
  });
});

/** A whole run of the test runner over one suite that needs a service which is missing. */
describe('a run without a service', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const run = (CI: string) =>
    new Promise<{ code: number; output: string }>(resolve => {
      const args = [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'test/support/services/fixture/vitest.config.ts',
      ];
      const env = { ...process.env, CI, NO_COLOR: '1', FORCE_COLOR: undefined, NOETL_TEST_REPORT: undefined };
      execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });

  it('passes and prints the reason and the count', async () => {
    const { code, output } = await run('');
    expect(output).toContain('skipped suites: 1 (nats: no nats-server, and not root)');
    expect(output).toContain('1 passed | 1 skipped');
    expect(code).toBe(0);
  });

  it('fails in continuous integration and says what is missing', async () => {
    const { code, output } = await run('true');
    expect(output).toContain('nats is missing: no nats-server, and not root');
    expect(output).toContain('1 failed | 1 passed');
    expect(code).toBe(1);
  });
});
