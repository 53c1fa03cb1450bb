import type { Problem } from '../../common/problem.ts';
import { unifiedDiff } from '../../common/unified-diff.ts';
import { formatPlaybook, isOlderSpelling } from '../../playbook/write/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, worst } from '../exit-code.ts';
import { collectSources } from '../input/collect-sources.ts';
import type { Source } from '../input/read-source.ts';
import { formatProblem } from '../output/format-problem.ts';
import type { Paint } from '../output/paint.ts';
import { plural } from '../output/plural.ts';
import { saveSource } from '../output/save-source.ts';
import { visible } from '../output/visible.ts';
import { refuseToWrite } from './refuse-to-write.ts';

export interface MigrateOptions {
  readonly dryRun: boolean;
}

/** `noetl migrate FILE|DIR…`: replaces older spellings, and says which. */
export async function migrateCommand(
  targets: readonly string[],
  options: MigrateOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { sources, unreadable } = await collectSources(targets, cli);
  for (const problem of unreadable) cli.console.err(formatProblem(problem, cli.console.errPaint));
  const codes: ExitCode[] = unreadable.length > 0 ? [EXIT.usage] : [];
  for (const source of sources) codes.push(await migrate(source, options, cli));
  return worst(codes);
}

async function migrate(source: Source, options: MigrateOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const result = formatPlaybook(source.text, { file: source.file });
  if (result.kind !== 'formatted') return refuseToWrite(source, result, cli);
  const replaced = result.problems.filter(isOlderSpelling);
  if (replaced.length === 0) {
    console.err(`${source.file}: no older spellings\n`);
    if (source.path === undefined && !options.dryRun) console.out(source.text);
    return EXIT.ok;
  }
  for (const problem of replaced) console.err(replacement(problem, console.errPaint));
  console.err(`${source.file}: ${plural(replaced.length, 'older spelling')} ${verb(options)}\n`);
  if (options.dryRun) {
    console.out(paintDiff(unifiedDiff(source.file, source.text, result.text), console.outPaint));
    return EXIT.ok;
  }
  if (source.path === undefined) {
    console.out(result.text);
    return EXIT.ok;
  }
  const failure = await saveSource(source.path, result.text);
  if (failure) console.err(formatProblem(failure, console.errPaint));
  return failure ? EXIT.usage : EXIT.ok;
}

const verb = ({ dryRun }: MigrateOptions): string => (dryRun ? 'to be replaced' : 'replaced');

/** `shop.yaml:4:5: `collection` is an older spelling → write `in`` */
function replacement(problem: Problem, paint: Paint): string {
  const place = paint.bold(`${problem.file}:${problem.line}:${problem.column}`);
  const instead = problem.hint === undefined ? '' : ` → ${paint.green(visible(problem.hint))}`;
  return `${place}: ${visible(problem.message)}${instead}\n`;
}

function paintDiff(diff: string, paint: Paint): string {
  if (!paint.enabled) return diff;
  const painted = diff.split('\n').map(line => {
    if (/^(?:---|\+\+\+|@@) /.test(line)) return paint.bold(line);
    return line.startsWith('-') ? paint.red(line) : line.startsWith('+') ? paint.green(line) : line;
  });
  return painted.join('\n');
}
