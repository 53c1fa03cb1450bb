import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/run-command.ts';

export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage']);

/** Every Markdown file of the repository. */
export function readPages(): readonly Page[] {
  return list('').map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

function list(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || NOT_OURS.has(entry.name) ? [] : list(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
