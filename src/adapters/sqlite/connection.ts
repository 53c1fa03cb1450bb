import { isUtf8 } from 'node:buffer';
import Database from 'libsql';
import { closedError, StoreError } from '../common/store-error.ts';
import { readOnlyUrl } from './read-only-url.ts';
import { translateError } from './translate-error.ts';

/** What can be bound. Numbers arrive as REAL; columns of type INTEGER turn them back. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/**
 * What is read. Integers are bigints, whatever their size: numbers would round ids beyond 2^53. Texts
 * must be selected as `CAST(… AS BLOB)`: where a damaged file holds something that is no UTF-8, reading
 * it as text makes the driver abort the process.
 */
export type SqlCell = null | number | bigint | Uint8Array;
export type SqlRow = readonly SqlCell[];

export interface Statement {
  /** The number of rows it changed. */
  run(...values: readonly SqlValue[]): number;
  /** The first row. Not for statements that write: they are only over when all rows were read. */
  get(...values: readonly SqlValue[]): SqlRow | undefined;
  all(...values: readonly SqlValue[]): readonly SqlRow[];
}

export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Milliseconds to wait for a lock of another process. */
  readonly busyTimeout?: number;
}

/**
 * One connection to one SQLite file. The driver is synchronous, aborts the process for some arguments it
 * does not expect, and answers with decorated rows: everything of it stays behind this class.
 */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #isWriter: boolean;
  #isOpen = true;

  constructor(path: string, { readOnly = false, busyTimeout = 5_000 }: ConnectionOptions = {}) {
    this.path = path;
    this.#isWriter = !readOnly;
    const name = readOnly ? readOnlyUrl(path) : path;
    this.#database = this.#guard(() => new Database(name, { timeout: busyTimeout }));
  }

  prepare(sql: string): Statement {
    const statement = this.#guard(() => this.#database.prepare<unknown[]>(sql));
    if (statement.reader) statement.raw().safeIntegers();
    // One array: a lone object would be taken for named parameters.
    return {
      run: (...values) => this.#guard(() => statement.run(values as SqlValue[]).changes),
      get: (...values) => this.#guard(() => statement.get(values as SqlValue[]) as SqlRow | undefined),
      all: (...values) => this.#guard(() => statement.all(values as SqlValue[]) as SqlRow[]),
    };
  }

  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  get inTransaction(): boolean {
    return this.#isOpen && this.#database.inTransaction;
  }

  /** Runs `work` in a transaction that takes the write lock at once. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite rolls back by itself when the disk is full or broken.
      if (this.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Moves what is in the write-ahead log into the database first: the driver does not end its statements,
   * so SQLite does not notice that the last connection goes.
   */
  close(): void {
    if (!this.#isOpen) return;
    if (this.#isWriter) this.#tryCheckpoint();
    this.#isOpen = false;
    this.#database.close();
  }

  #tryCheckpoint(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A reader is in the way or the disk is full: everything stays in the log, as after a crash.
    }
  }

  #guard<T>(work: () => T): T {
    if (!this.#isOpen) throw closedError(`the database ${this.path}`);
    try {
      return work();
    } catch (error) {
      throw error instanceof StoreError ? error : translateError(error, this.path);
    }
  }
}

export const toNumber = (cell: SqlCell | undefined): number => Number(cell);

export const toId = (cell: SqlCell | undefined): string => String(cell);

export function toText(cell: SqlCell | undefined): string {
  if (!(cell instanceof Uint8Array)) throw new TypeError('texts are read as CAST(… AS BLOB)');
  if (!isUtf8(cell)) throw new StoreError('store_corrupt', NO_UTF8);
  return Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8');
}

const NO_UTF8 =
  'a text in the database is damaged (it is no UTF-8): restore the data directory from a backup';
