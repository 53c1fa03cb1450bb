import { formatPlaybook } from '../../playbook/write/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, worst } from '../exit-code.ts';
import { collectSources } from '../input/collect-sources.ts';
import type { Source } from '../input/read-source.ts';
import { formatProblem } from '../output/format-problem.ts';
import { plural } from '../output/plural.ts';
import { saveSource } from '../output/save-source.ts';
import { refuseToWrite } from './refuse-to-write.ts';

export interface FmtOptions {
  readonly check: boolean;
  readonly stdout: boolean;
}

/** `noetl fmt FILE|DIR…`: writes playbooks in their canonical form. */
export async function fmtCommand(
  targets: readonly string[],
  options: FmtOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  const { sources, unreadable } = await collectSources(targets, cli);
  for (const problem of unreadable) console.err(formatProblem(problem, console.errPaint));
  const codes: ExitCode[] = unreadable.length > 0 ? [EXIT.usage] : [];
  let changed = 0;
  for (const source of sources) {
    const result = formatPlaybook(source.text, { file: source.file });
    if (result.kind !== 'formatted') {
      codes.push(refuseToWrite(source, result, cli));
      continue;
    }
    if (result.changed) changed++;
    codes.push(await deliver(source, result.text, result.changed, options, cli));
  }
  if (options.check && sources.length > 0) console.err(checkSummary(changed, sources.length));
  return worst(codes);
}

/** Standard input has no file to go back to. */
async function deliver(
  source: Source,
  text: string,
  changed: boolean,
  options: FmtOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  if (options.check) {
    if (changed) console.out(`${source.file}\n`);
    return changed ? EXIT.failed : EXIT.ok;
  }
  if (options.stdout || source.path === undefined) {
    console.out(text);
    return EXIT.ok;
  }
  if (!changed) return EXIT.ok;
  const failure = await saveSource(source.path, text);
  if (failure) {
    console.err(formatProblem(failure, console.errPaint));
    return EXIT.usage;
  }
  console.out(`${source.file}\n`);
  return EXIT.ok;
}

const checkSummary = (changed: number, all: number): string =>
  changed === 0
    ? `${plural(all, 'playbook')} formatted as \`noetl fmt\` would\n`
    : `${changed} of ${plural(all, 'playbook')} would be changed by \`noetl fmt\`\n`;
