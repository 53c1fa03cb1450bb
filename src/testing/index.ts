export type { Bench } from './bench.ts';
export type { Coverage } from './coverage.ts';
export type { Difference } from './expect/match.ts';
export { type RunTestsOptions, runTests, type TestedFile } from './run-tests.ts';
export type { FileResult, TestResult } from './test-result.ts';
export type { TraceLine } from './trace.ts';
