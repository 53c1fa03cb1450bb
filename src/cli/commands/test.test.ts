import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { readXml } from '../../../test/support/well-formed-xml.ts';
import { deferred } from '../../common/deferred.ts';
import { runCli } from '../run-cli.ts';
import { type TestOptions, watchTests } from './test.ts';

const PLAYBOOK = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: add }
workload: { n: 1 }
workflow:
  - step: add
    tool: { kind: noop, input: { n: "{{ workload.n + 1 }}" } }
    next: { arcs: [{ step: alert, when: "{{ output.n > 9 }}" }, { step: done }] }
  - step: done
    tool: { kind: noop, input: { n: "{{ add.n }}" } }
  - step: alert
    tool: { kind: http, url: https://example.com }
tests:
  - name: adds one
    expect: { result: { n: 2 } }
`;
const FAILING = `${PLAYBOOK}  - name: can't add
    expect: { result: { n: 3 } }
  - name: says when it is too much
    workload: { n: 9 }
`;

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  const console = capturedConsole();
  const code = await runCli(['test', ...args], testCli(console));
  return {
    code,
    out: console.written.out.replaceAll(/( |in )\d+(?:\.\d)? m?s$/gm, '$10 ms'),
    err: console.written.err,
  };
}

describe('noetl test', () => {
  it('reports each test of each playbook, and what no test reached', async () => {
    await writeFile(at('a.yaml'), PLAYBOOK);
    await writeFile(at('b.yaml'), PLAYBOOK);
    const { code, out } = await run(folder);
    const report = (name: string) =>
      `${at(name)}\n  ✓ adds one  0 ms\n  not reached: step alert; arc add → alert\n\n`;
    expect(out).toBe(`${report('a.yaml')}${report('b.yaml')}2 playbooks, 2 tests: 2 passed in 0 ms\n`);
    expect(code).toBe(0);
  });

  it('shows what is wrong, what happened, and how to look closer', async () => {
    await writeFile(at('a.yaml'), FAILING);
    const { code, out } = await run(at('a.yaml'));
    expect(code).toBe(1);
    expect(out).toBe(
      [
        at('a.yaml'),
        '  ✓ adds one  0 ms',
        "  ✗ can't add  0 ms",
        '      result.n',
        '        expected  3',
        '        actual    2',
        '      what happened',
        '        +0 ms  add completed',
        '        +0 ms  add → done',
        '        +0 ms  done completed',
        `      again: noetl test ${at('a.yaml')} --filter 'can'\\''t add' --verbose`,
        '  ✗ says when it is too much  0 ms',
        '      step alert would call http GET https://example.com: mock it, or allow it with `real: [alert]`',
        '      status',
        '        expected  "COMPLETED"',
        '        actual    "FAILED"',
      ].join('\n') + out.slice(out.indexOf('actual    "FAILED"') + 'actual    "FAILED"'.length),
    );
    expect(out).toContain('1 playbook, 3 tests: 1 passed, 2 failed in 0 ms\n');
  });

  it('runs the tests whose name is asked for, and stops early if that is asked for', async () => {
    await writeFile(at('a.yaml'), FAILING);
    const { out } = await run(folder, '--filter', 'adds');
    expect(out).toContain('1 test: 1 passed');
    expect(out).not.toContain('not reached');
    expect((await run(folder, '--bail')).out).toContain('2 tests: 1 passed, 1 failed');
  });

  it('tells programs everything', async () => {
    await writeFile(at('a.yaml'), FAILING);
    const { out } = await run(folder, '-o', 'json');
    const report = JSON.parse(out);
    expect(report.summary).toMatchObject({ files: 1, tests: 3, passed: 1, failed: 2 });
    expect(report.files[0].tests[1].differences).toEqual([
      { path: 'result.n', expected: 3, actual: 2, note: null },
    ]);
    expect(report.files[0].coverage.steps).toEqual({ reached: 3, total: 3, missed: [] });
  });

  it('writes a JUnit report', async () => {
    await writeFile(at('a.yaml'), FAILING);
    await run(folder, '--junit', at('reports/junit.xml'));
    const elements = readXml(await readFile(at('reports/junit.xml'), 'utf8'));
    expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(2);
  });

  it('ends with 2 where a playbook is invalid, and still runs the others', async () => {
    await writeFile(at('a.yaml'), PLAYBOOK);
    await writeFile(at('b.yaml'), PLAYBOOK.replace('result: { n', 'steps: { alrt: completed }, result: { n'));
    const { code, out, err } = await run(folder);
    expect(code).toBe(2);
    expect(out).toContain('1 test: 1 passed');
    expect(err).toContain('no step is called `alrt` [test_step]');
    expect(err).toContain('did you mean `alert`?');
  });

  it('says so where a mock names no step', async () => {
    await writeFile(at('a.yaml'), `${PLAYBOOK}    mock: { alrt: {} }\n`);
    expect((await run(folder)).err).toContain('did you mean `alert`?');
  });

  it('ends with 2 where there are no tests, unless that is fine', async () => {
    await writeFile(at('a.yaml'), PLAYBOOK.slice(0, PLAYBOOK.indexOf('tests:')));
    expect(await run(folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('there are no tests\n'),
    });
    expect((await run(folder, '--pass-with-no-tests')).code).toBe(0);
    expect((await run(at('missing.yaml'))).code).toBe(2);
    expect((await run(folder, '--timeout', 'soon')).code).toBe(2);
  });

  it('tells all of a test that passes if it is asked to', async () => {
    await writeFile(at('a.yaml'), PLAYBOOK);
    const { out } = await run(folder, '-v');
    expect(out).toContain('add: {"kind":"noop","task":"add","input":{"n":2},"attempt":1}');
  });
});

describe('noetl test --watch', () => {
  const OPTIONS: TestOptions = {
    output: 'text',
    bail: false,
    passWithNoTests: false,
    verbose: false,
    timeout: 50_000,
  };

  it('runs again what has changed or calls what has changed, until it is interrupted', async () => {
    const child = PLAYBOOK.slice(0, PLAYBOOK.indexOf('tests:'));
    await writeFile(at('child.yaml'), child);
    await writeFile(at('a.yaml'), PLAYBOOK);
    const caller = `{ kind: playbook, path: child, input: { n: 4 } }`;
    await writeFile(
      at('b.yaml'),
      `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: b }\nworkflow:\n  - step: call\n    tool: ${caller}\ntests:\n  - name: calls\n    expect: { result: { n: 5 } }\n`,
    );
    const console = capturedConsole();
    const changes = [[resolve(at('child.yaml'))], [resolve(at('a.yaml'))]];
    const followed: (readonly string[])[] = [];
    const interrupt = deferred<() => void>();
    const watch = {
      follow: (files: readonly string[]) => void followed.push([...files].sort()),
      changed: async () => {
        const next = changes.shift();
        if (next) return next;
        (await interrupt.promise)();
        return new Promise<readonly string[]>(() => {});
      },
      close: () => {},
    };
    const cli = {
      ...testCli(console),
      onInterrupt: (callback: () => void) => {
        interrupt.resolve(callback);
        return () => {};
      },
    };
    expect(await watchTests([folder], OPTIONS, cli, watch)).toBe(0);
    expect(console.written.out).not.toContain('✗');
    const counts = [...console.written.out.matchAll(/(\d) playbooks?, (\d) tests?: \d passed/g)];
    expect(counts.map(([, files]) => files)).toEqual(['2', '1', '1']);
    expect(followed[0]).toContain(resolve(at('child.yaml')));
  });
});
