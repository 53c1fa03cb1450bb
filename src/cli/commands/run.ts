import { readFile } from 'node:fs/promises';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Console } from '../output/console.ts';
import { type FileProblem, formatProblem } from '../output/format-problem.ts';
import { validatePlaybookFile } from '../validate-playbook-file.ts';

/** `noetl run FILE`: reads and validates the playbook, and says plainly that nothing is executed yet. */
export async function runCommand(file: string, console: Console): Promise<ExitCode> {
  const text = await readText(file);
  if (typeof text !== 'string') return refuse([text], console);

  const verdict = validatePlaybookFile(file, text);
  if (!verdict.valid) return refuse(verdict.problems, console);

  const steps = verdict.steps === 1 ? '1 step' : `${verdict.steps} steps`;
  console.out(`${file}: ${console.outPaint.green('valid')} (${verdict.name}, ${steps})\n`);
  console.err('This version validates only, it does not execute yet.\n');
  return EXIT.ok;
}

function refuse(problems: readonly FileProblem[], console: Console): ExitCode {
  for (const problem of problems) console.err(formatProblem(problem, console.errPaint));
  return EXIT.usage;
}

async function readText(file: string): Promise<string | FileProblem> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    return unreadable(file, (error as NodeJS.ErrnoException).code);
  }
}

function unreadable(file: string, code: string | undefined): FileProblem {
  const what = 'the playbook cannot be read';
  switch (code) {
    case 'ENOENT':
      return {
        file,
        what,
        why: 'there is no such file',
        fix: `check the path; it is relative to ${process.cwd()}`,
      };
    case 'EISDIR':
      return { file, what, why: 'it is a directory', fix: 'name one playbook file inside it' };
    case 'EACCES':
      return { file, what, why: 'permission is denied', fix: 'make the file readable for your user' };
    default:
      return { file, what, why: `the system answered ${code}`, fix: 'check the path and the disk it is on' };
  }
}
