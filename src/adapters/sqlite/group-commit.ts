import { closedError } from '../common/store-error.ts';
import type { Connection } from './connection.ts';

/** A write that shares its commit with others. */
interface Waiting {
  /** Inside a transaction, perhaps twice. `submit` resolves to what it returns, once that is durable. */
  readonly work: () => unknown;
  readonly bytes: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What one commit may hold: a caller at the end of a long group waits for all of it. */
const MAX_WRITES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * One writer, one fsync for everybody who waits.
 *
 *     idle ──submit──▶ scheduled ──next turn of the event loop──▶ committing ──▶ idle or scheduled
 *
 * What is submitted while a commit runs, or before the loop turns, goes into the next group. There is no
 * timer: a lone write is committed at once. If one write of a group fails, nothing of the group is kept and
 * each write is made again in a commit of its own, so that only those fail which cannot be written.
 */
export class GroupCommit {
  readonly #connection: Connection;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #isClosed = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** `bytes`: about how much it writes, to bound the group. */
  submit<T>(work: () => T, bytes: number): Promise<T> {
    if (this.#isClosed) return Promise.reject(closedError('the store'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, bytes, resolve: value => resolve(value as T), reject });
      this.#schedule();
    });
  }

  /** Commits what is waiting; refuses whatever comes later. */
  close(): void {
    this.#isClosed = true;
    while (this.#waiting.length > 0) this.#commit(this.#takeGroup());
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#commit(this.#takeGroup());
      this.#schedule();
    });
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

  #commit(group: readonly Waiting[]): void {
    if (group.length === 0) return;
    try {
      const values = this.#connection.transaction(() => group.map(({ work }) => work()));
      group.forEach((each, index) => {
        each.resolve(values[index]);
      });
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const each of group) this.#commit([each]);
    }
  }
}
