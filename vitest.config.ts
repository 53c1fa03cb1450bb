import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// `scripts/verify.mjs` counts tests from a report; nobody else asks for one.
const report = process.env.NOETL_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Of tests that mostly wait for other processes.
    maxConcurrency: 3,
    // Processes, not threads: some tests measure the memory of their process, which threads would share.
    pool: 'forks',
    // Two even where there are two processors: half of the tests wait for processes and disks.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Loading the sources anew for every file takes as long as the tests themselves.
    isolate: false,
    globalSetup: ['test/support/services/global-setup.ts'],
    reporters: ['default', ...(report ? ['json'] : []), './test/support/services/skip-reporter.ts'],
    ...(report ? { outputFile: { json: report } } : {}),
  },
});
