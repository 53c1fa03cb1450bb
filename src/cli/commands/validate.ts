import { isError, type Problem } from '../../common/problem.ts';
import { load } from '../../playbook/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type Collected, collectSources } from '../input/collect-sources.ts';
import type { Source } from '../input/read-source.ts';
import type { Console } from '../output/console.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { formatProblem } from '../output/format-problem.ts';
import { plural } from '../output/plural.ts';

export interface ValidateOptions {
  readonly strict: boolean;
  readonly output: 'text' | 'json';
  readonly verbose: boolean;
}

/** The verdict on one file. */
interface Verdict {
  readonly file: string;
  readonly valid: boolean;
  readonly problems: readonly Problem[];
}

/** `noetl validate FILE|DIR…`: what is wrong with the playbooks, all of it. */
export async function validateCommand(
  targets: readonly string[],
  options: ValidateOptions,
  cli: Cli,
): Promise<ExitCode> {
  const collected = await collectSources(targets, cli);
  const verdicts = collected.sources.map(source => judge(source, options.strict));
  if (options.output === 'json') writeJson(verdicts, collected, cli.console);
  else writeText(verdicts, options, cli.console);
  writeNotes(collected, options, cli.console);
  if (collected.unreadable.length > 0) return EXIT.usage;
  return verdicts.every(({ valid }) => valid) ? EXIT.ok : EXIT.failed;
}

/** Strictly, a warning is an error too. */
function judge({ file, text }: Source, strict: boolean): Verdict {
  const found = load(text, { file, strict }).problems;
  const problems = strict ? found.map(problem => ({ ...problem, severity: 'error' as const })) : found;
  return { file, valid: !problems.some(isError), problems };
}

function writeText(verdicts: readonly Verdict[], options: ValidateOptions, console: Console): void {
  const { outPaint } = console;
  for (const { file, problems } of verdicts) {
    for (const problem of problems) console.out(`${formatPlaybookProblem(problem, outPaint)}\n`);
    if (options.verbose && problems.length === 0) console.out(`${file}: ${outPaint.green('valid')}\n`);
  }
  if (verdicts.length > 0) console.out(`${summaryLine(verdicts, console)}\n`);
}

function summaryLine(verdicts: readonly Verdict[], { outPaint }: Console): string {
  const { valid, invalid, errors, warnings } = summary(verdicts);
  const counts = [
    ...(errors > 0 ? [outPaint.red(plural(errors, 'error'))] : []),
    ...(warnings > 0 ? [outPaint.yellow(plural(warnings, 'warning'))] : []),
  ];
  const verdict =
    invalid === 0
      ? `${plural(valid, 'playbook')} ${outPaint.green('valid')}`
      : `${invalid} of ${plural(verdicts.length, 'playbook')} ${outPaint.red('invalid')}`;
  return counts.length === 0 ? verdict : `${verdict}: ${counts.join(', ')}`;
}

function summary(verdicts: readonly Verdict[]) {
  const problems = verdicts.flatMap(verdict => verdict.problems);
  const valid = verdicts.filter(verdict => verdict.valid).length;
  const errors = problems.filter(isError).length;
  return {
    files: verdicts.length,
    valid,
    invalid: verdicts.length - valid,
    errors,
    warnings: problems.length - errors,
  };
}

function writeJson(verdicts: readonly Verdict[], collected: Collected, console: Console): void {
  const files = verdicts.map(({ file, valid, problems }) => ({
    file,
    valid,
    problems: problems.map(({ file: _, ...problem }) => problem),
  }));
  const unreadable = collected.unreadable.map(({ file, what, why }) => ({
    file,
    message: `${what}: ${why}`,
  }));
  const report = { files, unreadable, summary: { ...summary(verdicts), unreadable: unreadable.length } };
  console.out(`${JSON.stringify(report, null, 2)}\n`);
}

function writeNotes(collected: Collected, options: ValidateOptions, console: Console): void {
  for (const problem of collected.unreadable) console.err(formatProblem(problem, console.errPaint));
  if (!options.verbose) return;
  for (const file of collected.skipped) console.err(`${file}: skipped, it is no playbook\n`);
}
