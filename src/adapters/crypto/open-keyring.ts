import { join } from 'node:path';
import { FileKeyring } from './file-keyring.ts';
import { GivenKeyring } from './given-keyring.ts';
import { readKey } from './key.ts';
import type { Keyring } from './keyring.ts';

/** Keys that are given from outside, in base64. */
export interface GivenKeys {
  readonly current?: string | undefined;
  readonly older?: readonly string[] | undefined;
}

/** The keys of a data directory: those that are given, else those in its file `key`. */
export function openKeyring(directory: string, { current, older = [] }: GivenKeys = {}): Keyring {
  const file = new FileKeyring(join(directory, 'key'));
  if (current === undefined && older.length === 0) return file;
  return new GivenKeyring(
    current === undefined ? undefined : readKey(current, 'NOETL_ENCRYPTION_KEY'),
    older.map(key => readKey(key, 'NOETL_ENCRYPTION_OLD_KEYS')),
    file,
  );
}
