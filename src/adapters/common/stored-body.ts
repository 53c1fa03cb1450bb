import { createHash, type Hash } from 'node:crypto';
import { parseExactJson } from '../../common/exact-json.ts';
import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { BodyFormat, StoredValue } from '../../ports/result-store.ts';
import { StoreError } from './store-error.ts';
import { damaged, resultUri } from './stored-result.ts';

/** What is written, and read, at a time. */
export const PIECE_BYTES = 1024 * 1024;

/** Beyond it a value cannot be held: texts end at half a gigabyte, and parsed data takes several times its size. */
const MAX_LOADED_BYTES = 256 * 1024 * 1024;

/** Small chunks are joined and large ones cut, so that every piece but the last has the same size. */
export async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (size + rest.length >= PIECE_BYTES) {
      held.push(rest.subarray(0, PIECE_BYTES - size));
      rest = rest.subarray(PIECE_BYTES - size);
      yield Buffer.concat(held);
      [held, size] = [[], 0];
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Knows the reference to a body when all of it has gone by. */
export class BodyDigest {
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  refOf(executionId: string, name: string): ResultRef {
    const sha256 = this.#hash.digest('hex');
    return {
      uri: resultUri(executionId, name, sha256),
      sha256,
      bytes: this.#bytes,
      extracted: EMPTY_MAPPING,
    };
  }
}

/** The pieces, if all of them together are still what was written. */
export async function* checkedPieces(
  { uri, sha256 }: StoredValue,
  pieces: Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw damaged(uri);
}

/** A body as a value. */
export function readBody(
  { uri, sha256, bytes }: StoredValue,
  format: BodyFormat,
  pieces: () => readonly Uint8Array[],
): PlainValue {
  if (bytes > MAX_LOADED_BYTES) throw tooLarge(uri, bytes);
  const body = Buffer.concat(pieces());
  if (createHash('sha256').update(body).digest('hex') !== sha256) throw damaged(uri);
  switch (format) {
    case 'json':
      return parseExactJson(body.toString('utf8'));
    case 'text':
      return body.toString('utf8');
    case 'binary':
      return mappingOf([
        ['base64', body.toString('base64')],
        ['size', body.length],
      ]);
  }
}

const tooLarge = (uri: string, bytes: number): StoreError =>
  new StoreError(
    'store_result_too_large',
    `the stored value ${uri} has ${bytes} bytes, and no more than ${MAX_LOADED_BYTES} are loaded into memory: ` +
      'hand its reference on, or read its bytes with GET /api/result/resolve?ref=…&raw=true',
  );
