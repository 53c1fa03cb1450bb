import { closedError } from '../common/store-error.ts';
import type { Run, WriterConnection } from './writer-connection.ts';

/** A write that shares its commit with others. */
interface Waiting {
  /** Inside a transaction, perhaps twice. `submit` resolves to what it returns, once that is durable. */
  readonly work: (run: Run) => unknown;
  readonly bytes: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What one commit may hold: a caller at the end of a long group waits for all of it. */
const MAX_WRITES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Accepts writes. */
export interface Writer {
  /** `bytes`: about how much it writes, to bound what is committed together. */
  submit<T>(work: (run: Run) => T, bytes: number): Promise<T>;
}

/**
 * One writer, one fsync for everybody who waits.
 *
 *     idle ──submit──▶ scheduled ──next turn of the event loop──▶ committing ──▶ idle, or committing again
 *
 * What is submitted while a commit is on its way to the disk goes into the next one. There is no timer: a
 * lone write is committed at once. If one write of a group fails, nothing of the group is kept and each
 * write is made again in a commit of its own, so that only those fail which cannot be written.
 */
export class GroupCommit implements Writer {
  readonly #connection: WriterConnection;
  #waiting: Waiting[] = [];
  /** Settles when nothing waits any more; undefined while idle. */
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(connection: WriterConnection) {
    this.#connection = connection;
  }

  submit<T>(work: (run: Run) => T, bytes: number): Promise<T> {
    if (this.#isClosed) return Promise.reject(closedError('the store'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, bytes, resolve: value => resolve(value as T), reject });
      this.#running ??= this.#commitAll();
    });
  }

  /** Commits what is waiting; refuses whatever comes later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What is submitted in the same turn of the event loop goes together.
      await new Promise(resolve => setImmediate(resolve));
      await this.#commit(this.#takeGroup());
    }
    this.#running = undefined;
  }

  #takeGroup(): Waiting[] {
    let count = 0;
    let bytes = 0;
    for (const { bytes: more } of this.#waiting) {
      if (count > 0 && (count >= MAX_WRITES || bytes + more > MAX_BYTES)) break;
      count += 1;
      bytes += more;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const values = await this.#inTransaction(group);
      group.forEach((each, index) => {
        each.resolve(values[index]);
      });
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const each of group) await this.#commit([each]);
    }
  }

  async #inTransaction(group: readonly Waiting[]): Promise<readonly unknown[]> {
    const { run } = this.#connection;
    this.#connection.begin();
    try {
      const values = group.map(({ work }) => work(run));
      await this.#connection.commit();
      return values;
    } catch (error) {
      this.#connection.rollback();
      throw error;
    }
  }
}
