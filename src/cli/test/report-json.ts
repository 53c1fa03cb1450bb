import type { FileResult, TestResult } from '../../testing/index.ts';

/** Everything about the tests, for programs. */
export function jsonReport(files: readonly FileResult[], took: number): string {
  const tests = files.flatMap(file => file.tests);
  const passed = tests.filter(test => test.passed).length;
  const report = {
    files: files.map(({ file, tests: own, coverage }) => ({ file, tests: own.map(testReport), coverage })),
    summary: {
      files: files.length,
      tests: tests.length,
      passed,
      failed: tests.length - passed,
      duration_ms: Math.round(took),
    },
  };
  return `${JSON.stringify(report, withDigits, 2)}\n`;
}

function testReport({ name, passed, took, virtual, problems, differences, trace }: TestResult) {
  const base = { name, passed, duration_ms: Math.round(took), virtual_ms: virtual };
  return passed ? base : { ...base, problems, differences: differences.map(plainly), trace };
}

/** What is absent is null, and not left out. */
const plainly = ({ path, expected, actual, note }: TestResult['differences'][number]) => ({
  path,
  expected: expected ?? null,
  actual: actual ?? null,
  note: note ?? null,
});

/** Integers beyond 2^53 as texts: a reader would round them. */
const withDigits = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
