import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../common/store-error.ts';

/** Creates a directory that only its owner can read, and makes its name durable. */
export function createDirectory(path: string): void {
  try {
    if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) syncDirectory(dirname(path));
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

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
