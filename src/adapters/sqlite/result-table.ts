import type { PlainValue } from '../../common/plain-value.ts';
import type { StoredValue } from '../../ports/result-store.ts';
import { isResultUri, readResult, type StoredResult } from '../common/stored-result.ts';
import { type Connection, toNumber, toText } from './connection.ts';
import * as sql from './sql/results.ts';
import { textChunks } from './text-chunks.ts';
import type { Run } from './writer-connection.ts';

/** Reads stored values, for whoever refers to them. */
export class ResultReader {
  readonly #find;
  readonly #readChunks;
  readonly #list;

  constructor(connection: Connection) {
    this.#find = connection.prepare(sql.FIND_RESULT);
    this.#readChunks = connection.prepare(sql.READ_CHUNKS);
    this.#list = connection.prepare(sql.LIST_RESULTS);
  }

  list(execution: bigint, after: string, limit: number): readonly StoredValue[] {
    return this.#list
      .all(execution, after, limit)
      .map(([uri, sha256, bytes]) => ({ uri: toText(uri), sha256: toText(sha256), bytes: toNumber(bytes) }));
  }

  get(uri: string): PlainValue | undefined {
    const [id, sha256] = (isResultUri(uri) && this.#find.get(uri)) || [];
    if (id === undefined) return undefined;
    const text = this.#readChunks.all(id).map(([chunk]) => toText(chunk));
    return readResult(uri, text.join(''), toText(sha256));
  }
}

/** A value that is there already is left as it is: it has the same content. */
export function insertResult(run: Run, execution: bigint, { ref, text }: StoredResult): void {
  const isNew = run(sql.INSERT_RESULT, ref.uri, execution, ref.sha256, ref.bytes) === 1;
  if (isNew) insertChunks(run, ref.uri, text);
}

function insertChunks(run: Run, uri: string, text: string): void {
  let n = 0;
  for (const chunk of textChunks(text)) run(sql.INSERT_CHUNK, uri, n++, chunk);
}
