import { resolve } from 'node:path';
import { openTestBench } from '../../src/compose/test-bench.ts';
import { type FileResult, runTests, type TestResult } from '../../src/testing/index.ts';
import { playbookFrom, textOf } from './load-playbook.ts';

/** Runs the tests of a playbook given as YAML; `beside` is where playbooks it calls are found. */
export async function runPlaybookTests(yaml: string, beside = 'test.yaml'): Promise<FileResult> {
  const bench = openTestBench({ env: process.env });
  const tested = {
    file: 'test.yaml',
    source: resolve(beside),
    playbook: playbookFrom(yaml),
    text: textOf(yaml),
  };
  try {
    const [result] = await runTests([tested], bench, { timeout: 50_000, bail: false, onFile: () => {} });
    return result!;
  } finally {
    await bench.close();
  }
}

/** The one test of a playbook. */
export async function runOnlyTest(yaml: string, beside?: string): Promise<TestResult> {
  return (await runPlaybookTests(yaml, beside)).tests[0]!;
}

/** What a test found, one line each; empty if it passed. */
export const findings = ({ problems, differences }: TestResult): readonly string[] => [
  ...problems,
  ...differences.map(({ path, expected, actual }) => `${path}: ${show(expected)} / ${show(actual)}`),
];

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
