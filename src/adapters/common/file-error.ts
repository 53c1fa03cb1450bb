import { StoreError, type StoreErrorCode } from './store-error.ts';

const MEANINGS: Readonly<Record<string, readonly [StoreErrorCode, what: string, advice: string]>> = {
  ENOSPC: ['store_full', 'the disk is full', 'free some space; nothing that was acknowledged is lost'],
  EDQUOT: ['store_full', 'the quota of the disk is used up', 'free some space, or raise the quota'],
  EROFS: [
    'store_read_only',
    'the file system is read-only',
    'mount it for writing, or use another directory',
  ],
  EACCES: ['store_directory_unusable', 'access is denied', 'check the owner and mode of the directory'],
  EPERM: ['store_directory_unusable', 'access is denied', 'check the owner and mode of the directory'],
  ENOENT: ['store_directory_unusable', 'the directory is not there any more', 'restore it from a backup'],
  ENOTDIR: ['store_directory_unusable', 'it is in no directory', 'check the path'],
};

/** What the system's refusal to read or write a file means for whoever runs noetl. */
export function fileError(error: unknown, path: string): StoreError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [meaning, what, advice] = MEANINGS[code] ?? ['store_failed', message, undefined];
  return new StoreError(meaning, `${path}: ${what}${advice ? ` (${code}): ${advice}` : ''}`, {
    cause: error,
  });
}
