import type { Formatted } from '../../playbook/write/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Source } from '../input/read-source.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { formatProblem } from '../output/format-problem.ts';

/** Says why a playbook is left as it is. */
export function refuseToWrite(
  { file }: Source,
  result: Exclude<Formatted, { kind: 'formatted' }>,
  { console }: Cli,
): ExitCode {
  if (result.kind === 'unfaithful') {
    const problem = {
      file,
      what: 'the playbook is left as it is',
      why: 'written in canonical form it would not mean the same, which is a mistake of noetl and not yours',
      fix: 'please report it, with the playbook if you can',
    };
    console.err(formatProblem(problem, console.errPaint));
    return EXIT.failed;
  }
  for (const problem of result.problems) console.err(formatPlaybookProblem(problem, console.errPaint));
  console.err(`${file} is left as it is: it must be valid, and alone in its file, to be written anew\n`);
  return EXIT.usage;
}
