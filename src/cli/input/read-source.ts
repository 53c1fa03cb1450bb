import { readFile, stat } from 'node:fs/promises';
import type { Cli } from '../cli.ts';
import type { FileProblem } from '../output/format-problem.ts';

/** A text to work on. */
export interface Source {
  /** As the user named it, for messages. */
  readonly file: string;
  /** Absent for standard input, which cannot be written back. */
  readonly path: string | undefined;
  readonly text: string;
}

export type ReadResult =
  | { readonly ok: true; readonly source: Source }
  | { readonly ok: false; readonly problem: FileProblem };

/** The name of standard input on the command line, and in messages. */
export const STDIN = '-';
export const STDIN_NAME = '<stdin>';

/** Far above what a playbook may have; the loader says more about anything smaller. */
const LARGEST_FILE = 256 * 1024 * 1024;

export async function readSource(file: string, cli: Cli): Promise<ReadResult> {
  if (file === STDIN) {
    return { ok: true, source: { file: STDIN_NAME, path: undefined, text: await cli.readStdin() } };
  }
  try {
    const { size } = await stat(file);
    if (size > LARGEST_FILE) return { ok: false, problem: tooLarge(file, size) };
    return { ok: true, source: { file, path: file, text: await readFile(file, 'utf8') } };
  } catch (error) {
    return { ok: false, problem: unreadable(file, (error as NodeJS.ErrnoException).code) };
  }
}

const WHAT = 'the playbook cannot be read';

function tooLarge(file: string, size: number): FileProblem {
  const megabytes = Math.round(size / 1024 / 1024);
  return { file, what: WHAT, why: `it has ${megabytes} MB`, fix: 'keep data in files or a database' };
}

export function unreadable(file: string, code: string | undefined): FileProblem {
  switch (code) {
    case 'ENOENT':
      return {
        file,
        what: WHAT,
        why: 'there is no such file',
        fix: `check the path; it is relative to ${process.cwd()}`,
      };
    case 'EISDIR':
      return { file, what: WHAT, why: 'it is a directory', fix: 'name one playbook file inside it' };
    case 'EACCES':
    case 'EPERM':
      return { file, what: WHAT, why: 'permission is denied', fix: 'make the file readable for your user' };
    default:
      return {
        file,
        what: WHAT,
        why: `the system answered ${code}`,
        fix: 'check the path and the disk it is on',
      };
  }
}
