import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '../../src/adapters/sqlite/data-directory.ts';
import { SqliteQueryStore } from '../../src/adapters/sqlite/query/query-store.ts';
import type { QueryStore } from '../../src/ports/query-store.ts';

let opened: Promise<QueryStore> | undefined;

async function open(): Promise<QueryStore> {
  const directory = mkdtempSync(join(tmpdir(), 'noetl-queries-'));
  await (await openDataDirectory(directory)).close();
  return new SqliteQueryStore(directory);
}

/** Queries on an empty data directory, for servers whose engine is in memory. */
export const storedQueries: QueryStore = {
  query: async request => {
    opened ??= open();
    return (await opened).query(request);
  },
};
