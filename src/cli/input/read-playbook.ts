import { isError, type Problem } from '../../common/problem.ts';
import { load, type Playbook } from '../../playbook/index.ts';
import type { Cli } from '../cli.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { formatProblem } from '../output/format-problem.ts';
import { readSource, type Source } from './read-source.ts';

export interface ReadPlaybook {
  readonly source: Source;
  readonly playbook: Playbook;
  readonly warnings: number;
  /** Of a playbook that loads, all are warnings. */
  readonly problems: readonly Problem[];
}

/** Reads and loads one playbook; says what is wrong with it, warnings only where there are no errors. */
export async function readPlaybook(file: string, cli: Cli): Promise<ReadPlaybook | undefined> {
  const { console } = cli;
  const read = await readSource(file, cli);
  if (!read.ok) {
    console.err(formatProblem(read.problem, console.errPaint));
    return undefined;
  }
  const { playbook, problems } = load(read.source.text, { file: read.source.file });
  if (playbook) return { source: read.source, playbook, warnings: problems.length, problems };
  for (const problem of problems.filter(isError)) {
    console.err(formatPlaybookProblem(problem, console.errPaint));
  }
  return undefined;
}
