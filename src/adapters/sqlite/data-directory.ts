import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StoreError } from '../common/store-error.ts';
import type { Stores } from '../common/stores.ts';
import { createDirectory } from './create-directory.ts';
import { DirectoryLock } from './directory-lock.ts';
import { SqliteEventStore } from './event-store.ts';
import { GroupCommit } from './group-commit.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openDatabase, openDatabaseForReading } from './open-database.ts';
import { DURABLE } from './sql/pragmas.ts';

/** Everything noetl keeps, in one directory, as the one process that writes there. */
export interface DataDirectory extends Stores {
  readonly path: string;
  /** Counts the times the directory was opened for writing: tells the ids of processes apart. */
  readonly incarnation: number;
}

const MAIN = { migrations: MIGRATIONS, pragmas: DURABLE };

/**
 * Opens a data directory for writing and creates it if need be, readable by its owner alone. Throws
 * `store_in_use` while another process has it open this way.
 */
export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  createDirectory(path);
  const lock = DirectoryLock.take(path, Date.now());
  try {
    const connection = openDatabase(join(path, 'noetl.db'), MAIN);
    const writer = new GroupCommit(connection);
    const events = new SqliteEventStore(connection, writer);
    return {
      path,
      incarnation: lock.incarnation,
      events,
      close: async () => {
        writer.close();
        await events.close();
        connection.close();
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
  const file = join(resolve(directory), 'noetl.db');
  if (!existsSync(file)) {
    throw new StoreError('store_directory_unusable', `there is no data directory at ${directory}`);
  }
  const connection = openDatabaseForReading(file, MAIN);
  const events = new SqliteEventStore(connection, new GroupCommit(connection));
  return {
    events,
    close: async () => {
      await events.close();
      connection.close();
    },
  };
}
