import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathOfSource } from '../playbook/catalog/catalog-reference.ts';
import type { PlaybookFinder } from '../ports/playbook-finder.ts';

/**
 * Names of playbooks are files beside the one that names them, with or without their ending. One that came
 * from a catalog has no files beside it.
 */
export const fileFinder: PlaybookFinder = {
  async find(path, from) {
    if (pathOfSource(from) !== undefined || path.startsWith('catalog://')) return undefined;
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
