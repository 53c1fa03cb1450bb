import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { PlainValue } from '../../common/plain-value.ts';
import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';

const deflateAsync = promisify<string, { level: number }, Buffer>(deflate);
const inflateAsync = promisify<Uint8Array, Buffer>(inflate);

/**
 * A state repeats the names of its fields, so it shrinks to a fraction at the fastest level. Compressing
 * happens in a thread of Node's pool: this one goes on with turns.
 */
export const writeSnapshot = (snapshot: PlainValue): Promise<Uint8Array> =>
  deflateAsync(toStoredJson(snapshot), { level: 1 });

/** Undefined if the bytes are not what was written: zlib keeps a checksum. */
export async function readSnapshot(data: Uint8Array): Promise<PlainValue | undefined> {
  try {
    return fromStoredJson((await inflateAsync(data)).toString('utf8'));
  } catch {
    // A snapshot that cannot be read is as good as none: the log is folded instead.
    return undefined;
  }
}
