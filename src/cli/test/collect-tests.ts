import { resolve } from 'node:path';
import { isError } from '../../common/problem.ts';
import { load } from '../../playbook/index.ts';
import type { TestedFile } from '../../testing/index.ts';
import type { Cli } from '../cli.ts';
import { collectSources } from '../input/collect-sources.ts';
import type { Source } from '../input/read-source.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { formatProblem } from '../output/format-problem.ts';

export interface CollectedTests {
  readonly tested: readonly TestedFile[];
  /** Every file that was looked at, also those that are invalid or have no tests. */
  readonly files: readonly string[];
  /** Whether something could not be read or loaded. */
  readonly isInvalid: boolean;
}

/** The playbooks with tests among files and folders; says what is wrong with those that do not load. */
export async function collectTests(targets: readonly string[], cli: Cli): Promise<CollectedTests> {
  const { console } = cli;
  const { sources, unreadable } = await collectSources(targets, cli);
  for (const problem of unreadable) console.err(formatProblem(problem, console.errPaint));
  const loaded = sources.map(source => loadTested(source, cli));
  return {
    tested: loaded.filter(each => each !== undefined).filter(({ playbook }) => playbook.tests.length > 0),
    files: sources.flatMap(({ path }) => path ?? []),
    isInvalid: unreadable.length > 0 || loaded.includes(undefined),
  };
}

function loadTested({ file, path, text }: Source, { console }: Cli): TestedFile | undefined {
  const { playbook, problems } = load(text, { file });
  if (playbook) return { file, source: resolve(path ?? 'playbook.yaml'), playbook, text };
  for (const problem of problems.filter(isError))
    console.err(formatPlaybookProblem(problem, console.errPaint));
  return undefined;
}
