import type { PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { ResultStore } from '../../ports/result-store.ts';
import { requireId } from '../common/execution-id.ts';
import { isResultUri, readResult, storedResult } from '../common/stored-result.ts';
import { type Connection, toText } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import * as sql from './sql/results.ts';

/** Units of text, each at most three bytes: a chunk is at most 1 MiB. */
const CHUNK_LENGTH = Math.floor((1024 * 1024) / 3);

/** Large values in SQLite. A value shares its commit with the turns that are written at the same time. */
export class SqliteResultStore implements ResultStore {
  readonly #writer: GroupCommit;
  readonly #insertResult;
  readonly #insertChunk;
  readonly #find;
  readonly #readChunks;

  constructor(connection: Connection, writer: GroupCommit) {
    this.#writer = writer;
    this.#insertResult = connection.prepare(sql.INSERT_RESULT);
    this.#insertChunk = connection.prepare(sql.INSERT_CHUNK);
    this.#find = connection.prepare(sql.FIND_RESULT);
    this.#readChunks = connection.prepare(sql.READ_CHUNKS);
  }

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    const execution = requireId(executionId);
    const { ref, text } = storedResult(executionId, name, value);
    return this.#writer.submit(() => {
      const [row] = this.#insertResult.all(ref.uri, execution, ref.sha256, ref.bytes);
      if (row) this.#insertChunks(row[0] as bigint, text);
      return ref;
    }, ref.bytes);
  }

  async get(uri: string): Promise<PlainValue | undefined> {
    const [id, sha256] = (isResultUri(uri) && this.#find.get(uri)) || [];
    if (id === undefined) return undefined;
    const text = this.#readChunks.all(id).map(([chunk]) => toText(chunk));
    return readResult(uri, text.join(''), toText(sha256));
  }

  #insertChunks(id: bigint, text: string): void {
    for (let start = 0, n = 0; start < text.length; n++) {
      const end = chunkEnd(text, start);
      this.#insertChunk.run(id, n, text.slice(start, end));
      start = end;
    }
  }
}

/** A character of two units stays in one chunk: half of one is no text. */
function chunkEnd(text: string, start: number): number {
  const end = start + CHUNK_LENGTH;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
