import type { PlainValue } from '../../common/plain-value.ts';
import type { BodyFormat, StoredBody, StoredValue } from '../../ports/result-store.ts';
import { checkedPieces, readBody } from '../common/stored-body.ts';
import { isResultUri, readResult, type StoredResult } from '../common/stored-result.ts';
import { type Connection, type SqlRow, toNumber, toText } from './connection.ts';
import * as sql from './sql/results.ts';
import { textChunks } from './text-chunks.ts';
import type { Run } from './writer-connection.ts';

/** Reads stored values, for whoever refers to them. */
export class ResultReader {
  readonly #find;
  readonly #readChunks;
  readonly #readChunk;
  readonly #list;
  readonly #expiry;
  readonly #now: () => number;

  constructor(connection: Connection, now: () => number = Date.now) {
    this.#now = now;
    this.#expiry = connection.prepare(sql.FIND_EXPIRY);
    this.#find = connection.prepare(sql.FIND_RESULT);
    this.#readChunks = connection.prepare(sql.READ_CHUNKS);
    this.#readChunk = connection.prepare(sql.READ_CHUNK);
    this.#list = connection.prepare(sql.LIST_RESULTS);
  }

  list(execution: bigint, after: string, limit: number): readonly StoredValue[] {
    return this.#list
      .all(execution, after, this.#now(), limit)
      .map(([uri, sha256, bytes]) => ({ uri: toText(uri), sha256: toText(sha256), bytes: toNumber(bytes) }));
  }

  /** When a value is gone; undefined: with its execution. */
  expiryOf(uri: string): number | undefined {
    const [expiresAt = null] = this.#expiry.get(uri) ?? [];
    return expiresAt === null ? undefined : toNumber(expiresAt);
  }

  get(uri: string): PlainValue | undefined {
    const found = this.#row(uri);
    if (!found) return undefined;
    const { id, value, format } = found;
    if (format) return readBody(value, format, () => this.#readChunks.all(id).map(toBytes));
    const text = this.#readChunks.all(id).map(([chunk]) => toText(chunk));
    return readResult(uri, text.join(''), value.sha256);
  }

  read(uri: string): StoredBody | undefined {
    const { id, value, format } = this.#row(uri) ?? {};
    if (id === undefined || !value || !format) return undefined;
    return { ...value, format, chunks: checkedPieces(value, this.#pieces(id)) };
  }

  #row(uri: string): Row | undefined {
    const [id, sha256, bytes, format] = (isResultUri(uri) && this.#find.get(uri, this.#now())) || [];
    if (id === undefined) return undefined;
    const value = { uri, sha256: toText(sha256), bytes: toNumber(bytes) };
    return { id: id as bigint, value, format: format === null ? undefined : (toText(format) as BodyFormat) };
  }

  *#pieces(id: bigint): Generator<Uint8Array> {
    for (let n = 0; ; n++) {
      const row = this.#readChunk.get(id, n);
      if (!row) return;
      yield toBytes(row);
    }
  }
}

interface Row {
  readonly id: bigint;
  readonly value: StoredValue;
  /** Undefined: it is no body. */
  readonly format: BodyFormat | undefined;
}

const toBytes = ([chunk]: SqlRow): Uint8Array => chunk as Uint8Array;

/** A value that is there already has the same content, and is kept for as long as anybody asked for. */
export function insertResult(
  run: Run,
  execution: bigint,
  { ref, text }: StoredResult,
  expiresAt: number | null = null,
): void {
  const isNew = run(sql.INSERT_RESULT, ref.uri, execution, ref.sha256, ref.bytes, expiresAt) === 1;
  if (isNew) insertChunks(run, ref.uri, text);
  else run(sql.PROLONG_RESULT, ref.uri, expiresAt);
}

function insertChunks(run: Run, uri: string, text: string): void {
  let n = 0;
  for (const chunk of textChunks(text)) run(sql.INSERT_CHUNK, uri, n++, chunk);
}
