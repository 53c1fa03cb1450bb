import { resolve } from 'node:path';
import { deferred } from '../../common/deferred.ts';
import { openTestBench } from '../../compose/test-bench.ts';
import type { TestCase } from '../../playbook/model.ts';
import { type Bench, type FileResult, runTests } from '../../testing/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { formatProblem } from '../output/format-problem.ts';
import { saveFile } from '../output/save-file.ts';
import { type CollectedTests, collectTests } from '../test/collect-tests.ts';
import { junitReport } from '../test/junit.ts';
import { jsonReport } from '../test/report-json.ts';
import { fileReport, summaryLine } from '../test/report-text.ts';
import { type FileWatch, watchFiles } from '../test/watch-files.ts';

export interface TestOptions {
  readonly output: 'text' | 'json';
  /** A file for the report in JUnit's form. */
  readonly junit?: string;
  /** Only tests whose name contains it. */
  readonly filter?: string;
  readonly bail: boolean;
  readonly passWithNoTests: boolean;
  readonly verbose: boolean;
  /** Milliseconds of real time for each test. */
  readonly timeout: number;
}

/** `noetl test [FILE|DIR…]`: runs the tests that stand in playbooks. */
export async function testCommand(
  targets: readonly string[],
  options: TestOptions,
  cli: Cli,
): Promise<ExitCode> {
  const bench = openTestBench({ env: cli.env });
  try {
    return (await testOnce(targets, options, bench, cli)).code;
  } finally {
    await bench.close();
  }
}

/** `--watch`: again whenever a playbook changes, or one that it calls, until the user interrupts. */
export async function watchTests(
  targets: readonly string[],
  options: TestOptions,
  cli: Cli,
  watch: FileWatch = watchFiles(),
): Promise<ExitCode> {
  const bench = openTestBench({ env: cli.env });
  const interrupted = deferred<undefined>();
  const stopListening = cli.onInterrupt(() => interrupted.resolve(undefined));
  try {
    let round = await testOnce(targets, options, bench, cli);
    const calls = new Map<string, readonly string[]>();
    for (;;) {
      for (const { file, called } of round.results) calls.set(file, called);
      const files = (await collectTests(targets, silent(cli))).files;
      if (files.length === 0) return round.code;
      watch.follow([...files, ...files.flatMap(file => calls.get(file) ?? [])]);
      cli.console.err('\nwaiting for changes, Ctrl-C ends\n');
      const changed = await Promise.race([watch.changed(), interrupted.promise]);
      if (!changed) return EXIT.ok;
      const again = files.filter(file => concerns(changed, file, calls.get(file) ?? []));
      cli.console.out('\n');
      round = await testOnce(again, options, bench, cli);
    }
  } finally {
    stopListening();
    watch.close();
    await bench.close();
  }
}

const concerns = (changed: readonly string[], file: string, called: readonly string[]): boolean =>
  changed.some(each => each === resolve(file) || called.includes(each));

/** What is wrong with a file has been said when it was run. */
const silent = (cli: Cli): Cli => ({ ...cli, console: { ...cli.console, err: () => {} } });

interface Round {
  readonly code: ExitCode;
  readonly results: readonly FileResult[];
}

async function testOnce(
  targets: readonly string[],
  options: TestOptions,
  bench: Bench,
  cli: Cli,
): Promise<Round> {
  const began = performance.now();
  const collected = await collectTests(targets, cli);
  const wanted = ({ name }: TestCase) => options.filter === undefined || name.includes(options.filter);
  const tested = collected.tested.filter(({ playbook }) => playbook.tests.some(wanted));
  const { console } = cli;
  const { filter, bail, verbose } = options;
  const text = { paint: console.outPaint, verbose, coverage: filter === undefined && !bail };
  const results = await runTests(tested, bench, {
    timeout: options.timeout,
    bail: options.bail,
    wanted,
    onFile: result => {
      if (options.output === 'text') console.out(fileReport(result, text));
    },
  });
  const took = performance.now() - began;
  if (options.output === 'json') console.out(jsonReport(results, took));
  else if (results.length > 0) console.out(summaryLine(results, took, console.outPaint));
  const saved =
    options.junit === undefined || (await saveReport(options.junit, junitReport(results, took), cli));
  return { code: saved ? exitCode(collected, results, options, cli) : EXIT.usage, results };
}

async function saveReport(file: string, text: string, { console }: Cli): Promise<boolean> {
  const failure = await saveFile(file, text, 'the report');
  if (failure) console.err(formatProblem(failure, console.errPaint));
  return failure === undefined;
}

function exitCode(
  { isInvalid }: CollectedTests,
  results: readonly FileResult[],
  options: TestOptions,
  { console }: Cli,
): ExitCode {
  if (isInvalid) return EXIT.usage;
  if (results.length > 0)
    return results.every(({ tests }) => tests.every(({ passed }) => passed)) ? EXIT.ok : EXIT.failed;
  const which = options.filter === undefined ? '' : ` whose name contains '${options.filter}'`;
  console.err(`there are no tests${which}\n`);
  if (options.passWithNoTests) return EXIT.ok;
  if (options.filter === undefined)
    console.err('write some under `tests:` in a playbook, or pass --pass-with-no-tests\n');
  return EXIT.usage;
}
