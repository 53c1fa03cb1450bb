import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BegunWork } from '../../ports/begun-work.ts';
import { StoreError } from '../common/store-error.ts';
import type { Stores } from '../common/stores.ts';
import { type GivenKeys, openKeyring } from '../crypto/open-keyring.ts';
import { openBegunFile } from '../system/begun-file.ts';
import { createDirectory } from './create-directory.ts';
import { DirectoryLock } from './directory-lock.ts';
import { openStores, openStoresForReading } from './open-stores.ts';

/** Everything noetl keeps, in one directory, as the one process that writes there. */
export interface DataDirectory extends Stores {
  readonly path: string;
  /** Counts the times the directory was opened for writing: tells the ids of processes apart. */
  readonly incarnation: number;
  /** The name of this process in the log. */
  readonly owner: string;
  /** Undefined where the system lets nobody tell. */
  readonly begun: BegunWork | undefined;
  /** The last event id that was written: ids given out from now on have to be larger. */
  readonly lastEventId: string | undefined;
}

/**
 * Opens a data directory for writing and creates it if need be, readable by its owner alone. Throws
 * `store_in_use` while another process has it open this way.
 */
export async function openDataDirectory(directory: string, keys: GivenKeys = {}): Promise<DataDirectory> {
  const path = resolve(directory);
  const keyring = openKeyring(path, keys);
  createDirectory(path);
  const lock = DirectoryLock.take(path, Date.now());
  try {
    const stores = await openStores(path, keyring);
    const { incarnation } = lock;
    const owner = `local-${incarnation}`;
    const begun = openBegunFile(path, owner, Date.now());
    return {
      ...stores,
      path,
      incarnation,
      owner,
      begun,
      close: async () => {
        await stores.close();
        begun?.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reads a data directory, whether or not another process is writing to it. What writes is refused. */
export async function openDataDirectoryForReading(directory: string, keys: GivenKeys = {}): Promise<Stores> {
  const path = resolve(directory);
  if (!existsSync(join(path, 'noetl.db'))) {
    throw new StoreError(
      'store_directory_unusable',
      `${path} is no data directory: nothing has run with it yet. Go to the folder where noetl ran, or name its data directory: --data-dir DIR`,
    );
  }
  return openStoresForReading(path, openKeyring(path, keys));
}
