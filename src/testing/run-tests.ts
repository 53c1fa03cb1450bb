import type { TestCase } from '../playbook/model.ts';
import type { Bench } from './bench.ts';
import { coverageOf } from './coverage.ts';
import { withFakeCredentials } from './fake-credentials.ts';
import { runTest, type Tested } from './run-test.ts';
import type { FileResult, TestResult } from './test-result.ts';

/** A playbook under the name its user knows it by. */
export interface TestedFile extends Tested {
  readonly file: string;
}

export interface RunTestsOptions {
  readonly timeout: number;
  /** Which tests to run; all unless given. */
  readonly wanted?: (test: TestCase) => boolean;
  /** Whether to stop after the first test that fails. */
  readonly bail: boolean;
  /** Called with each file, in the order in which they were given. */
  readonly onFile: (result: FileResult) => void;
}

/** Files at a time: while one waits for a program it started, others go on. */
const FILES_AT_ONCE = 4;

/** Runs the tests of playbooks, several at a time, and tells of them in their order. */
export async function runTests(
  files: readonly TestedFile[],
  bench: Bench,
  options: RunTestsOptions,
): Promise<readonly FileResult[]> {
  const running: Promise<FileResult>[] = [];
  const results: FileResult[] = [];
  const atOnce = options.bail ? 1 : FILES_AT_ONCE;
  for (const [i] of files.entries()) {
    while (running.length < Math.min(i + atOnce, files.length))
      running.push(runFile(files[running.length] as TestedFile, bench, options));
    const result = await (running[i] as Promise<FileResult>);
    results.push(result);
    options.onFile(result);
    if (options.bail && result.tests.some(({ passed }) => !passed)) break;
  }
  return results;
}

async function runFile(given: TestedFile, bench: Bench, options: RunTestsOptions): Promise<FileResult> {
  const { file, playbook } = given;
  // One object for all tests: what the engine makes of a playbook, it makes once for each.
  const tested = { ...given, playbook: withFakeCredentials(playbook) };
  const called = new Set<string>();
  const tests: TestResult[] = [];
  const settings = { timeout: options.timeout, onPlaybook: (path: string) => void called.add(path) };
  for (const test of playbook.tests.filter(options.wanted ?? (() => true))) {
    const result = await runTest(tested, test, bench, settings);
    tests.push(result);
    if (options.bail && !result.passed) break;
  }
  const coverage = coverageOf(
    playbook,
    tests.map(({ reached }) => reached),
  );
  return { file, tests, coverage, called: [...called] };
}
