import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { UnpackError } from './errors.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** Made when the first bytes are there. */
type Unpacker = (first: Uint8Array) => Transform;

const ENCODINGS: Readonly<Record<string, Unpacker>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Some servers leave out the frame that the standard asks for.
  deflate: first => (hasFrame(first) ? createInflate() : createInflateRaw()),
};

/** Undoes the content encoding while the body arrives. */
export function unpacked(packed: Chunks, encoding: string): Chunks {
  const names = encoding.toLowerCase().split(',').reverse();
  let chunks = packed;
  // The last one named was applied last.
  for (const name of names.map(word => word.trim())) {
    if (name !== '' && name !== 'identity') chunks = unpackedOnce(chunks, name);
  }
  return chunks;
}

/** A body without a byte is what it is, whatever its encoding. */
async function* unpackedOnce(packed: Chunks, name: string): AsyncGenerator<Uint8Array> {
  let unpacker: Transform | undefined;
  let failure: unknown;
  const source = (async function* () {
    try {
      yield* packed;
    } catch (error) {
      failure = error;
      throw error;
    }
  })();
  const { value: first, done } = await source.next();
  if (done) return;
  if (!Object.hasOwn(ENCODINGS, name)) {
    await source.return(undefined);
    throw new UnpackError(`the response has the unknown encoding ${name}`);
  }
  try {
    unpacker = (ENCODINGS[name] as Unpacker)(first);
    // What goes wrong is thrown where the unpacker is read.
    pipeline(Readable.from(resumed(first, source), { objectMode: false }), unpacker, () => {});
    yield* unpacker as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (failure !== undefined) throw failure;
    throw new UnpackError(`the response is not ${name}, as its header says`, { cause: error });
  } finally {
    unpacker?.destroy();
  }
}

async function* resumed(first: Uint8Array, rest: Chunks): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** The header of zlib: its method, and a check of both bytes. */
function hasFrame([method = 0, flags]: Uint8Array): boolean {
  if ((method & 0x0f) !== 8 || method >> 4 > 7) return false;
  return flags === undefined || (method * 256 + flags) % 31 === 0;
}
