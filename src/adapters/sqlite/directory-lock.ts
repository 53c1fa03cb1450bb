import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../common/store-error.ts';
import { Connection, toNumber } from './connection.ts';
import { type Holder, holderFile, readHolder } from './holder.ts';
import * as sql from './sql/lock.ts';

/**
 * One advancer per data directory. The lock is an exclusive transaction that is never ended: the kernel
 * gives it up with the process, however that dies, so there are no stale locks to clean up.
 *
 * POSIX drops a process's locks on a file when it closes *any* handle of that file. So nothing in this
 * process may open `lock.db` but SQLite.
 */
export class DirectoryLock {
  readonly #connection: Connection;
  /** Counts the times the directory was opened for writing, from 1. */
  readonly incarnation: number;

  private constructor(connection: Connection, incarnation: number) {
    this.#connection = connection;
    this.incarnation = incarnation;
  }

  /** Throws `store_in_use`, naming the holder, if another process (or this one) has it. */
  static take(directory: string, now: number): DirectoryLock {
    const connection = new Connection(join(directory, 'lock.db'), { busyTimeout: 0 });
    try {
      const incarnation = countIncarnation(connection);
      connection.exec('BEGIN EXCLUSIVE');
      const holder: Holder = { pid: process.pid, host: hostname(), since: new Date(now).toISOString() };
      writeFileSync(holderFile(directory), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
      return new DirectoryLock(connection, incarnation);
    } catch (error) {
      connection.close();
      throw error instanceof StoreError && error.code === 'store_in_use' ? inUse(directory, error) : error;
    }
  }

  release(): void {
    // Closing alone would not do: the driver keeps the file open until its statements are collected.
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
    this.#connection.close();
  }
}

/** Committed before the lock is held for good: an incarnation that was seen once never comes again. */
function countIncarnation(connection: Connection): number {
  connection.exec(sql.CREATE_INCARNATION);
  const [row] = connection.prepare(sql.NEXT_INCARNATION).all();
  return toNumber(row?.[0]);
}

function inUse(directory: string, cause: StoreError): StoreError {
  const holder = readHolder(directory);
  const who = holder
    ? `process ${holder.pid} on ${holder.host} has been using it since ${holder.since}`
    : 'another process is using it';
  return new StoreError(
    'store_in_use',
    `the data directory ${directory} is in use: ${who}. End that process, or choose another directory`,
    { cause },
  );
}
