import type { Stores } from '../adapters/common/stores.ts';

/** The stores of a data directory for reading, whether or not a process is writing to it. */
export async function openForReading(dataDir: string): Promise<Stores> {
  const { openDataDirectoryForReading } = await import('../adapters/sqlite/data-directory.ts');
  return openDataDirectoryForReading(dataDir);
}
