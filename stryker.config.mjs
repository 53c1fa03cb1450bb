// Mutation testing of the pure core: `npm run mutate`, or one folder with `-- --mutate 'src/core/fold/**'`.
// What survives is read and explained in docs/design/mutation.md.

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'src/core/decide/**/*.ts',
    'src/core/fold/**/*.ts',
    'src/core/explain.ts',
    'src/core/command.ts',
    '!src/**/*.test.ts',
  ],
  testRunner: 'core',
  plugins: ['./scripts/mutation/runner.mjs'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that loops for ever counts as killed once its tests take this much longer than they should.
  timeoutMS: 5_000,
  timeoutFactor: 3,
  // Constants evaluated when a module is loaded would need every test to run: they are data, not decisions.
  ignoreStatic: true,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/*', '!/src', '!/test', '/test/*', '!/test/core', '!/test/support', '!/package.json'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'coverage/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
};
