import type { Stores } from '../adapters/common/stores.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { loadRef } from '../engine/load-ref.ts';

/** What was recorded in a data directory. */
export interface Recorded extends Stores {
  /** The value behind a reference; undefined if it is not kept any more. */
  follow(uri: string): Promise<PlainValue | undefined>;
}

/** The stores of a data directory for reading, whether or not a process is writing to it. */
export async function openForReading(dataDir: string): Promise<Recorded> {
  const { openDataDirectoryForReading } = await import('../adapters/sqlite/data-directory.ts');
  const stores = await openDataDirectoryForReading(dataDir);
  return { ...stores, follow: uri => loadRef(stores.events, stores.results, uri) };
}
