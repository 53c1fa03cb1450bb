import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { TooLargeError, UnpackError } from './errors.ts';

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unzip = promisify(gunzip) as Unpack;
const ENCODINGS: Readonly<Record<string, Unpack>> = {
  gzip: unzip,
  'x-gzip': unzip,
  br: promisify(brotliDecompress) as Unpack,
  // Some servers leave out the frame that the standard asks for.
  deflate: async (bytes, options) =>
    (promisify(inflate) as Unpack)(bytes, options).catch(error =>
      isTooLarge(error) ? Promise.reject(error) : (promisify(inflateRaw) as Unpack)(bytes, options),
    ),
};

/** Undoes the content encoding, without ever holding more than `maxBytes` of what comes out. */
export async function unpack(
  packed: Buffer,
  encoding: string,
  maxBytes: number,
  status: number,
): Promise<Buffer> {
  let bytes = packed;
  // The last one named was applied last.
  for (const name of encoding
    .toLowerCase()
    .split(',')
    .map(word => word.trim())
    .reverse()) {
    if (name === '' || name === 'identity' || bytes.length === 0) continue;
    if (!Object.hasOwn(ENCODINGS, name))
      throw new UnpackError(`the response has the unknown encoding ${name}`);
    try {
      bytes = await ENCODINGS[name]!(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      if (isTooLarge(error)) throw new TooLargeError(maxBytes, status);
      throw new UnpackError(`the response is not ${name}, as its header says`, { cause: error });
    }
  }
  return bytes;
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
