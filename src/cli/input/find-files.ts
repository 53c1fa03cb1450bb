import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that hold no playbooks of the user's own. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'dist']);

/** YAML files below a folder in the order of their names; hidden folders are left out, links not followed. */
export async function findYamlFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && !SKIPPED_FOLDERS.has(entry.name)) {
        files.push(...(await findYamlFiles(path)));
      }
    } else if (/\.ya?ml$/i.test(entry.name)) files.push(path);
  }
  return files;
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
