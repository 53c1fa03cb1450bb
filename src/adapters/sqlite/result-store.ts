import type { PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { Body, ExpiringRef, ResultStore, StoredBody, StoredValue } from '../../ports/result-store.ts';
import { parseId, requireId } from '../common/execution-id.ts';
import { storedResult } from '../common/stored-result.ts';
import type { Connection } from './connection.ts';
import type { Writer } from './group-commit.ts';
import { writeBody } from './result-body.ts';
import { insertResult, ResultReader } from './result-table.ts';
import * as sql from './sql/results.ts';

/** Values that are removed in passing: others wait for the commit. */
const EXPIRED_PER_PUT = 100;

/** Large values in SQLite. A value shares its commit with the turns that are written at the same time. */
export class SqliteResultStore implements ResultStore {
  readonly #writer: Writer;
  readonly #reader: ResultReader;
  readonly #now: () => number;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer, now: () => number = Date.now) {
    this.#writer = writer;
    this.#reader = new ResultReader(connection, now);
    this.#now = now;
  }

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    const execution = requireId(executionId);
    const stored = storedResult(executionId, name, value);
    await this.#writer.submit(run => insertResult(run, execution, stored), stored.ref.bytes);
    return stored.ref;
  }

  async putUntil(
    executionId: string,
    name: string,
    value: PlainValue,
    expiresAt: number,
  ): Promise<ExpiringRef> {
    const execution = requireId(executionId);
    const stored = storedResult(executionId, name, value);
    await this.#writer.submit(run => {
      run(sql.REMOVE_EXPIRED_RESULTS, this.#now(), EXPIRED_PER_PUT);
      insertResult(run, execution, stored, expiresAt);
    }, stored.ref.bytes);
    return { ref: stored.ref, expiresAt: this.#reader.expiryOf(stored.ref.uri) };
  }

  async write(executionId: string, name: string, body: Body): Promise<ResultRef> {
    return writeBody(this.#writer, { executionId, execution: requireId(executionId), name }, body);
  }

  async read(uri: string): Promise<StoredBody | undefined> {
    return this.#reader.read(uri);
  }

  async get(uri: string): Promise<PlainValue | undefined> {
    return this.#reader.get(uri);
  }

  async list(
    executionId: string,
    { after = '', limit }: { readonly after?: string; readonly limit: number },
  ): Promise<readonly StoredValue[]> {
    const id = parseId(executionId);
    return id === undefined ? [] : this.#reader.list(id, after, limit);
  }
}
