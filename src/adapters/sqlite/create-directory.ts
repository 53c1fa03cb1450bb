import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../common/store-error.ts';

/** Creates a directory that only its owner can read, and makes its name durable. */
export function createDirectory(path: string): void {
  try {
    for (const missing of missingDirectories(path)) {
      mkdirSync(missing, { mode: 0o700 });
      syncDirectory(dirname(missing));
    }
    if (!statSync(path).isDirectory()) throw new Error('a file stands in its place');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      'store_directory_unusable',
      `the data directory ${path} cannot be created (${reason}): choose another one, or check the owner and ` +
        'mode of its parent',
      { cause: error },
    );
  }
}

/**
 * What must be created, outermost first. One by one, because Node's recursive way never ends where a
 * parent exists but takes no entries, as in /proc.
 */
function missingDirectories(path: string): string[] {
  const missing: string[] = [];
  for (let directory = path; !existsSync(directory); directory = dirname(directory))
    missing.unshift(directory);
  return missing;
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
