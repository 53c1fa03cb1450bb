import type { PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { ResultStore } from '../../ports/result-store.ts';
import { requireId } from '../common/execution-id.ts';
import { isResultUri, readResult, storedResult } from '../common/stored-result.ts';
import { type Connection, toText } from './connection.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/results.ts';
import type { Run } from './writer-connection.ts';

/** Units of text, each at most three bytes: a chunk is at most 1 MiB. */
const CHUNK_LENGTH = Math.floor((1024 * 1024) / 3);

/** Large values in SQLite. A value shares its commit with the turns that are written at the same time. */
export class SqliteResultStore implements ResultStore {
  readonly #writer: Writer;
  readonly #find;
  readonly #readChunks;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer) {
    this.#writer = writer;
    this.#find = connection.prepare(sql.FIND_RESULT);
    this.#readChunks = connection.prepare(sql.READ_CHUNKS);
  }

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    const execution = requireId(executionId);
    const { ref, text } = storedResult(executionId, name, value);
    return this.#writer.submit(run => {
      const isNew = run(sql.INSERT_RESULT, ref.uri, execution, ref.sha256, ref.bytes) === 1;
      if (isNew) insertChunks(run, ref.uri, text);
      return ref;
    }, ref.bytes);
  }

  async get(uri: string): Promise<PlainValue | undefined> {
    const [id, sha256] = (isResultUri(uri) && this.#find.get(uri)) || [];
    if (id === undefined) return undefined;
    const text = this.#readChunks.all(id).map(([chunk]) => toText(chunk));
    return readResult(uri, text.join(''), toText(sha256));
  }
}

function insertChunks(run: Run, uri: string, text: string): void {
  for (let start = 0, n = 0; start < text.length; n++) {
    const end = chunkEnd(text, start);
    run(sql.INSERT_CHUNK, uri, n, text.slice(start, end));
    start = end;
  }
}

/** A character of two units stays in one chunk: half of one is no text. */
function chunkEnd(text: string, start: number): number {
  const end = start + CHUNK_LENGTH;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
