import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileProblem } from './format-problem.ts';

/** Writes a file, and the folders it goes to; gives what went wrong. */
export async function saveFile(file: string, text: string, what: string): Promise<FileProblem | undefined> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return undefined;
  } catch (error) {
    const why = `the system answered ${(error as NodeJS.ErrnoException).code}`;
    return { file, what: `${what} cannot be written`, why, fix: 'check the folder it goes to' };
  }
}
