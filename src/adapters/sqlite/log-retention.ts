import { setImmediate } from 'node:timers/promises';
import type { LogStore } from '../../ports/log-store.ts';
import { compact } from './compact.ts';
import { type Connection, toNumber } from './connection.ts';
import * as sql from './sql/logs.ts';

/** Logs that one transaction removes: each may have 10 MiB, and the process waits for it. */
const BATCH = 20;

/** Removes printed lines, which are in a file of their own. */
export class LogRetention {
  readonly connection: Connection;
  readonly #logs: LogStore;
  readonly #countOld;
  readonly #deleteOld;
  readonly #deleteOf;
  readonly #nextExecution;

  constructor(connection: Connection, logs: LogStore) {
    this.connection = connection;
    this.#logs = logs;
    this.#countOld = connection.prepare(sql.COUNT_OLD_LOGS);
    this.#deleteOld = connection.prepare(sql.DELETE_OLD_LOGS);
    this.#deleteOf = connection.prepare(sql.DELETE_LOGS_OF);
    this.#nextExecution = connection.prepare(sql.NEXT_LOGGED_EXECUTION);
  }

  async countOld(time: number): Promise<number> {
    await this.#logs.flush();
    return toNumber(this.#countOld.get(time)?.[0]);
  }

  async removeOld(time: number): Promise<number> {
    await this.#logs.flush();
    let removed = 0;
    for (;;) {
      const count = this.#deleteOld.run(time, BATCH);
      removed += count;
      if (count < BATCH) return removed;
      await setImmediate();
    }
  }

  async removeOf(executions: readonly bigint[]): Promise<void> {
    await this.#logs.flush();
    for (const id of executions) this.#deleteOf.run(id);
  }

  /** Removes what is left of executions that are gone, and gives the room back to the disk. */
  async compact(exists: (execution: bigint) => boolean): Promise<void> {
    for (let id = this.#executionAfter(-1n); id !== undefined; id = this.#executionAfter(id))
      if (!exists(id)) this.#deleteOf.run(id);
    await compact(this.connection);
  }

  #executionAfter(id: bigint): bigint | undefined {
    const [next] = this.#nextExecution.get(id) ?? [];
    return typeof next === 'bigint' ? next : undefined;
  }
}
