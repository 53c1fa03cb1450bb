import { resolve } from 'node:path';
import type { QueryStore } from '../ports/query-store.ts';
import { openForReading } from './read.ts';

/** Queries on a data directory, whether or not another process holds it. It must be there. */
export async function openQueries(dataDir: string): Promise<QueryStore> {
  // Says what is wrong with the directory, if something is.
  await (await openForReading(dataDir)).close();
  const { SqliteQueryStore } = await import('../adapters/sqlite/query/query-store.ts');
  return new SqliteQueryStore(resolve(dataDir));
}
