import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StoreError } from '../common/store-error.ts';
import type { Stores } from '../common/stores.ts';
import type { Connection } from './connection.ts';
import { createDirectory } from './create-directory.ts';
import { DirectoryLock } from './directory-lock.ts';
import { SqliteEventStore } from './event-store.ts';
import { GroupCommit } from './group-commit.ts';
import { LOG_MIGRATIONS } from './log-migrations/index.ts';
import { SqliteLogStore } from './log-store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { type DatabaseOptions, openDatabase, openDatabaseForReading } from './open-database.ts';
import { SqlitePlaybookStore } from './playbook-store.ts';
import { SqliteResultStore } from './result-store.ts';
import { DURABLE, RELAXED } from './sql/pragmas.ts';

/** Everything noetl keeps, in one directory, as the one process that writes there. */
export interface DataDirectory extends Stores {
  readonly path: string;
  /** Counts the times the directory was opened for writing: tells the ids of processes apart. */
  readonly incarnation: number;
  /** The last event id that was written: ids given out from now on have to be larger. */
  readonly lastEventId: string | undefined;
}

const MAIN: DatabaseOptions = { migrations: MIGRATIONS, pragmas: DURABLE };
const LOGS: DatabaseOptions = { migrations: LOG_MIGRATIONS, pragmas: RELAXED };

/**
 * Opens a data directory for writing and creates it if need be, readable by its owner alone. Throws
 * `store_in_use` while another process has it open this way.
 */
export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  createDirectory(path);
  const lock = DirectoryLock.take(path, Date.now());
  try {
    const stores = openStores(path, openDatabase);
    return {
      ...stores,
      path,
      incarnation: lock.incarnation,
      close: async () => {
        await stores.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reads a data directory, whether or not another process is writing to it. What writes is refused. */
export async function openDataDirectoryForReading(directory: string): Promise<Stores> {
  const path = resolve(directory);
  if (!existsSync(join(path, 'noetl.db'))) {
    throw new StoreError(
      'store_directory_unusable',
      `${path} is no data directory: it has no noetl.db. Name the directory that noetl ran with`,
    );
  }
  return openStores(path, openDatabaseForReading);
}

type Open = (file: string, options: DatabaseOptions) => Connection;

function openStores(path: string, open: Open): Omit<DataDirectory, 'path' | 'incarnation'> {
  const main = open(join(path, 'noetl.db'), MAIN);
  try {
    const logDatabase = open(join(path, 'logs.db'), LOGS);
    const writer = new GroupCommit(main);
    const events = new SqliteEventStore(main, writer);
    const logs = new SqliteLogStore(logDatabase);
    return {
      events,
      results: new SqliteResultStore(main, writer),
      logs,
      playbooks: new SqlitePlaybookStore(main, writer),
      lastEventId: events.lastEventId(),
      close: async () => {
        writer.close();
        logs.close();
        await events.close();
        for (const database of [main, logDatabase]) database.close();
      },
    };
  } catch (error) {
    main.close();
    throw error;
  }
}
