import { join } from 'node:path';
import { StoreError } from '../common/store-error.ts';
import type { Stores } from '../common/stores.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { SqliteCacheStore } from './cache-store.ts';
import { SqliteCatalogStore } from './catalog-store.ts';
import type { Connection } from './connection.ts';
import { SqliteCredentialStore } from './credential-store.ts';
import { SqliteEventStore } from './event-store.ts';
import { GroupCommit, type Writer } from './group-commit.ts';
import { SqliteKeychainStore } from './keychain-store.ts';
import { LOG_MIGRATIONS } from './log-migrations/index.ts';
import { LogRetention } from './log-retention.ts';
import { SqliteLogStore } from './log-store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { type DatabaseOptions, openDatabase, openDatabaseForReading } from './open-database.ts';
import { SqlitePlaybookStore } from './playbook-store.ts';
import { SqliteResultStore } from './result-store.ts';
import { SqliteRetention } from './retention.ts';
import { SqliteSnapshotStore } from './snapshot-store.ts';
import { DURABLE, RELAXED } from './sql/pragmas.ts';
import { WRITES } from './sql/writes.ts';
import { WriterConnection } from './writer-connection.ts';

const MAIN: DatabaseOptions = { migrations: MIGRATIONS, pragmas: DURABLE };
const LOGS: DatabaseOptions = { migrations: LOG_MIGRATIONS, pragmas: RELAXED };

interface OpenedStores extends Stores {
  readonly lastEventId: string | undefined;
}

/** The stores of a directory whose lock is held. */
export async function openStores(path: string, keyring: Keyring): Promise<OpenedStores> {
  const [main, logDatabase] = openBoth(path, openDatabase);
  try {
    const options = { pragmas: DURABLE, statements: WRITES };
    const connection = await WriterConnection.open(main.path, options);
    const writer = new GroupCommit(connection);
    return storesOn(main, logDatabase, writer, keyring, async () => {
      await writer.close();
      connection.close();
    });
  } catch (error) {
    main.close();
    logDatabase.close();
    throw error;
  }
}

export function openStoresForReading(path: string, keyring: Keyring): OpenedStores {
  const [main, logDatabase] = openBoth(path, openDatabaseForReading);
  return storesOn(main, logDatabase, new NoWriter(path), keyring, async () => {});
}

type Open = (file: string, options: DatabaseOptions) => Connection;

function openBoth(path: string, open: Open): readonly [main: Connection, logs: Connection] {
  const main = open(join(path, 'noetl.db'), MAIN);
  try {
    return [main, open(join(path, 'logs.db'), LOGS)];
  } catch (error) {
    main.close();
    throw error;
  }
}

function storesOn(
  main: Connection,
  logDatabase: Connection,
  writer: Writer,
  keyring: Keyring,
  closeWriter: () => Promise<void>,
): OpenedStores {
  const events = new SqliteEventStore(main, writer);
  const logs = new SqliteLogStore(logDatabase);
  const keychain = new SqliteKeychainStore(main, writer, keyring);
  return {
    events,
    results: new SqliteResultStore(main, writer),
    logs,
    playbooks: new SqlitePlaybookStore(main, writer),
    catalog: new SqliteCatalogStore(main, writer),
    cache: new SqliteCacheStore(main, writer),
    credentials: new SqliteCredentialStore(main, writer, keyring, keychain),
    keychain,
    snapshots: new SqliteSnapshotStore(main, writer),
    retention: new SqliteRetention(main, writer, new LogRetention(logDatabase, logs)),
    lastEventId: events.lastEventId(),
    close: async () => {
      await keychain.flush();
      await closeWriter();
      logs.close();
      await events.close();
      main.close();
      logDatabase.close();
    },
  };
}

/** In the place of the writer where nothing may be written. */
class NoWriter implements Writer {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async submit(): Promise<never> {
    throw new StoreError('store_read_only', `${this.#path} was opened for reading only`);
  }
}
