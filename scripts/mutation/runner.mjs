// A test runner for Stryker that loads the fast tests of the core once, as one bundle, and then runs in
// process those that reach a mutant: a hundredth of the time that a fresh test process per mutant takes.
// The tests of the core are synchronous and keep nothing between them, which is what makes this sound.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { rolldown } from 'rolldown';

const TESTS = ['test/core', 'src/core'];
// Takes seconds where the others take milliseconds.
const LEFT_OUT = /> S12:/;
const ENTRY = 'virtual:tests';
const COLLECTOR = fileURLToPath(new URL('collect-tests.mjs', import.meta.url));
// The name under which instrumented code looks for what Stryker tells it.
globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;

class CoreTestRunner {
  #tests = [];

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    const file = resolve('.mutation-bundle.mjs');
    const bundle = await rolldown({
      input: ENTRY,
      platform: 'node',
      external: id => !id.startsWith('.') && !id.startsWith('/') && ![ENTRY, 'vitest'].includes(id),
      resolve: { alias: { vitest: COLLECTOR } },
      plugins: [{ name: 'tests', resolveId: id => (id === ENTRY ? id : null), load: entryOf }],
    });
    await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    const { tests } = await import(pathToFileURL(file).href);
    this.#tests = tests.filter(({ id }) => !LEFT_OUT.test(id));
  }

  async dryRun() {
    const tests = this.#run(this.#tests, true);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    stryker.activeMutant = activeMutant.id;
    stryker.hitLimit = hitLimit;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    const wanted = testFilter && new Set(testFilter);
    const tests = this.#run(
      this.#tests.filter(({ id }) => !wanted || wanted.has(id)),
      disableBail,
    );
    stryker.activeMutant = undefined;
    const endless = determineHitLimitReached(stryker.hitCount, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests });
  }

  #run(tests, goesOn) {
    const results = [];
    for (const { id, name, run } of tests) {
      const started = performance.now();
      stryker.currentTestId = id;
      const failureMessage = problemOf(run);
      stryker.currentTestId = undefined;
      const timeSpentMs = performance.now() - started;
      const status = failureMessage === undefined ? TestStatus.Success : TestStatus.Failed;
      results.push({ id, name, timeSpentMs, status, failureMessage });
      if (status === TestStatus.Failed && !goesOn) break;
    }
    return results;
  }
}

function problemOf(run) {
  try {
    if (run() instanceof Promise) return 'a test of the core must be synchronous';
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  }
  return undefined;
}

function entryOf(id) {
  if (id !== ENTRY) return null;
  const files = TESTS.flatMap(folder =>
    readdirSync(folder, { recursive: true }).map(file => join(folder, file)),
  )
    .filter(file => file.endsWith('.test.ts'))
    .sort();
  const imports = files.map(file => `import ${JSON.stringify(resolve(file))};`);
  return [...imports, `export { tests } from 'vitest';`].join('\n');
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'core', CoreTestRunner)];
