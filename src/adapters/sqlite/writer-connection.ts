import AsyncDatabase from 'libsql/promise';
import { closedError } from '../common/store-error.ts';
import type { SqlValue } from './connection.ts';
import { PinnedFile } from './pinned-file.ts';
import { translateError } from './translate-error.ts';

/** Runs one of the prepared statements; the number of rows it changed. */
export type Run = (sql: string, ...values: readonly SqlValue[]) => number;

interface Prepared {
  run(values: readonly SqlValue[]): { readonly changes: number };
}

export interface WriterOptions {
  readonly pragmas: string;
  /** Everything it will ever run: the driver cannot prepare in the middle of a transaction. */
  readonly statements: readonly string[];
}

/**
 * The one connection that writes. Statements run at once, in this thread: they only touch memory. A commit
 * waits for the disk, so the driver makes it in a thread of its own, and this one goes on meanwhile.
 * Nothing else may be done with the connection until it is over; reading has a connection of its own.
 */
export class WriterConnection {
  readonly path: string;
  readonly #database: AsyncDatabase;
  readonly #statements: ReadonlyMap<string, Prepared>;
  readonly #file: PinnedFile;
  #isOpen = true;

  private constructor(path: string, database: AsyncDatabase, statements: ReadonlyMap<string, Prepared>) {
    this.path = path;
    this.#database = database;
    this.#statements = statements;
    this.#file = new PinnedFile(path);
  }

  static async open(path: string, { pragmas, statements }: WriterOptions): Promise<WriterConnection> {
    try {
      const database = new AsyncDatabase(path, { timeout: 5_000 });
      await database.exec(pragmas);
      const prepared = new Map<string, Prepared>();
      for (const sql of [BEGIN, ROLLBACK, ...statements]) prepared.set(sql, await database.prepare(sql));
      return new WriterConnection(path, database, prepared);
    } catch (error) {
      throw translateError(error, path);
    }
  }

  readonly run: Run = (sql, ...values) => {
    if (!this.#isOpen) throw closedError(`the database ${this.path}`);
    const statement = this.#statements.get(sql);
    if (!statement) throw new Error(`the statement is not among those of the writer: ${sql}`);
    try {
      // One array: a lone object would be taken for named parameters.
      return statement.run(values).changes;
    } catch (error) {
      throw translateError(error, this.path);
    }
  };

  /** Takes the write lock at once. */
  begin(): void {
    this.#file.requireInPlace();
    this.run(BEGIN);
  }

  /** Resolves when everything since `begin` is durable. */
  async commit(): Promise<void> {
    try {
      await this.#database.exec('COMMIT');
    } catch (error) {
      throw translateError(error, this.path);
    }
    // What was committed to a file that nobody can find any more is not durable.
    this.#file.requireInPlace();
  }

  /** SQLite has rolled back by itself if the disk is full or broken. */
  rollback(): void {
    if (this.#isOpen && (this.#database as { inTransaction?: boolean }).inTransaction) this.run(ROLLBACK);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#database.close();
  }
}

const BEGIN = 'BEGIN IMMEDIATE';
const ROLLBACK = 'ROLLBACK';
