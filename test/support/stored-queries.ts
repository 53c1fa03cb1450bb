import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteCheck } from '../../src/adapters/sqlite/check-files.ts';
import { openDataDirectory } from '../../src/adapters/sqlite/data-directory.ts';
import { SqliteQueryStore } from '../../src/adapters/sqlite/query/query-store.ts';
import type { DatabaseCheck } from '../../src/ports/database-check.ts';
import type { QueryStore } from '../../src/ports/query-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'noetl-queries-'));
let made: Promise<void> | undefined;

function make(): Promise<void> {
  made ??= openDataDirectory(directory).then(opened => opened.close());
  return made;
}

/** Queries on an empty data directory, for servers whose engine is in memory. */
export const storedQueries: QueryStore = {
  query: async request => {
    await make();
    return new SqliteQueryStore(directory).query(request);
  },
};

/** The files of the same directory. */
export const storedDatabase: DatabaseCheck = {
  directory,
  check: async () => {
    await make();
    return sqliteCheck(directory).check();
  },
};
