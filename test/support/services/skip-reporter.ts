import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';
import { type Skips, summariseSkips } from './skip-summary.ts';
import { skipsFail } from './skips-fail.ts';

/** Ends the run by saying what did not run and why. */
export default class SkipReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With a name filter nearly everything is skipped, and that is what was asked for.
    if (this.vitest?.config.testNamePattern) return;
    const { lines, failed } = summariseSkips(collect(modules), skipsFail(process.env));
    for (const line of lines) this.vitest?.logger.log(line);
    if (failed) process.exitCode = 1;
  }
}

function collect(modules: readonly TestModule[]): Skips {
  const suites = modules.flatMap(module => [...module.children.allSuites()].flatMap(missingOf));
  const testsByHand = modules
    .flatMap(module => [...module.children.allTests('skipped')])
    .filter(test => !isExplained(test.parent))
    .map(test => test.fullName);
  return { suites, testsByHand };
}

function missingOf(suite: TestSuite) {
  const missing = suite.meta().missingService;
  return missing ? [missing] : [];
}

/** Not skipped by hand: a service is missing, or a hook failed and the run fails for that reason. */
function isExplained(parent: TestSuite | TestModule): boolean {
  if (parent.state() === 'failed') return true;
  return parent.type === 'suite' && (missingOf(parent).length > 0 || isExplained(parent.parent));
}
