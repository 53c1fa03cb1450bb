import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { PlaybookFinder } from '../ports/playbook-finder.ts';

/** Names of playbooks are files beside the one that names them, with or without their ending. */
export const fileFinder: PlaybookFinder = {
  async find(path, from) {
    const base = resolve(dirname(from), path);
    for (const file of [base, `${base}.yaml`, `${base}.yml`]) {
      const text = await readIfThere(file);
      if (text !== undefined) return { text, source: file };
    }
    return undefined;
  },
};

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
