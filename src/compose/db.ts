import { resolve } from 'node:path';
import { StoreError } from '../adapters/common/store-error.ts';
import { type DatabaseBody, databaseBody } from '../api/database-body.ts';
import { readEncryptionKeys } from '../config/encryption-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Creates a data directory, or brings it to this version. While another process holds it, that one has done so. */
export async function initDatabase(dataDir: string, env: Environment): Promise<DatabaseBody> {
  const { openDataDirectory } = await import('../adapters/sqlite/data-directory.ts');
  try {
    await (await openDataDirectory(dataDir, readEncryptionKeys(env))).close();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'store_in_use') throw error;
  }
  return checkDatabase(dataDir);
}

/** Looks at the files of a data directory, and changes nothing. */
export async function checkDatabase(dataDir: string): Promise<DatabaseBody> {
  const { sqliteCheck } = await import('../adapters/sqlite/check-files.ts');
  const path = resolve(dataDir);
  return databaseBody(path, await sqliteCheck(path).check());
}
