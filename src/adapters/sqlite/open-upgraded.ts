import { StoreError, type StoreErrorCode } from '../common/store-error.ts';
import type { Stores } from '../common/stores.ts';
import type { GivenKeys } from '../crypto/open-keyring.ts';
import { openDataDirectory, openDataDirectoryForReading } from './data-directory.ts';

/** Milliseconds to wait for somebody else who is just migrating it, and between two looks. */
const PATIENCE = 3_000;
const PAUSE = 50;

/**
 * Reads a data directory. One that an older version wrote is migrated first: whoever looks at it after an update should
 * not have to run something before. While a process of that version has it, it cannot be read.
 */
export async function openUpgraded(
  directory: string,
  keys: GivenKeys = {},
  patience = PATIENCE,
): Promise<Stores> {
  for (const until = Date.now() + patience; ; ) {
    const stores = await unless('store_too_old', () => openDataDirectoryForReading(directory, keys));
    if (!(stores instanceof StoreError)) return stores;
    const upgraded = await unless('store_in_use', () => openDataDirectory(directory, keys));
    if (!(upgraded instanceof StoreError)) await upgraded.close();
    else if (Date.now() >= until) throw heldByOlder(upgraded);
    else await new Promise(resolve => setTimeout(resolve, PAUSE));
  }
}

/** What `open` gives, or this one reason why it cannot. */
async function unless<T>(code: StoreErrorCode, open: () => Promise<T>): Promise<T | StoreError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StoreError && error.code === code) return error;
    throw error;
  }
}

const heldByOlder = (inUse: StoreError): StoreError =>
  new StoreError(
    'store_too_old',
    `an older version of noetl works here, and this one reads nothing before it has ended: ${inUse.message}`,
    { cause: inUse },
  );
