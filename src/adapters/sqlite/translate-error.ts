import { StoreError, type StoreErrorCode } from '../common/store-error.ts';

/** What SQLite's primary result codes mean for whoever runs noetl: code, what is wrong, what to do. */
const MEANINGS: Readonly<Record<string, readonly [StoreErrorCode, what: string, advice: string]>> = {
  SQLITE_FULL: ['store_full', 'the disk is full', 'free some space; nothing that was acknowledged is lost'],
  SQLITE_READONLY: ['store_read_only', 'it cannot be written', 'check the owner and mode of the directory'],
  SQLITE_CANTOPEN: [
    'store_directory_unusable',
    'it cannot be opened',
    'check that it is there and that this user may read and write it and its directory',
  ],
  SQLITE_PERM: ['store_directory_unusable', 'access is denied', 'check the owner and mode of the directory'],
  SQLITE_CORRUPT: [
    'store_corrupt',
    'the file is damaged',
    'restore it from a backup, or move it away to start empty; keep the damaged file',
  ],
  SQLITE_NOTADB: [
    'store_corrupt',
    'the file is no SQLite database',
    'restore it from a backup, or move it away to start empty',
  ],
  SQLITE_BUSY: ['store_in_use', 'another process is writing to it', 'wait for it, or end it'],
  SQLITE_LOCKED: ['store_in_use', 'another process is writing to it', 'wait for it, or end it'],
};

export function translateError(error: unknown, path: string): StoreError {
  const code = codeOf(error);
  const reason = reasonOf(error);
  const known = Object.keys(MEANINGS).find(primary => isOf(code, primary));
  if (known === undefined) {
    const shown = code === '' ? reason : `${reason} (${code})`;
    return new StoreError('store_failed', `${path}: ${shown}`, { cause: error });
  }
  const [meaning, what, advice] = MEANINGS[known] as (typeof MEANINGS)[string];
  return new StoreError(meaning, `${path}: ${what} (${reason}): ${advice}`, { cause: error });
}

/** Whether the file or its disk is in the way, not the statement. SQLITE_READONLY alone is a statement that writes. */
export function isAboutFile(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'SQLITE_READONLY') return false;
  return [...Object.keys(MEANINGS), 'SQLITE_IOERR'].some(primary => isOf(code, primary));
}

/** Extended codes begin with their primary one: SQLITE_READONLY_DIRECTORY, SQLITE_CORRUPT_VTAB. */
const isOf = (code: string, primary: string): boolean => code === primary || code.startsWith(`${primary}_`);

/** The driver has no code for a file that it could not open, only this text around SQLite's number. */
const isUnopened = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('ConnectionFailed(');

function codeOf(error: unknown): string {
  if (isUnopened(error)) return 'SQLITE_CANTOPEN';
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): string {
  if (isUnopened(error)) return 'unable to open database file';
  return error instanceof Error ? error.message : String(error);
}
