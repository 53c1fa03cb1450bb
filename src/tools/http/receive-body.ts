import type { HttpResponse } from './client.ts';
import { TooLargeError } from './errors.ts';

/**
 * Bodies up to here are read in memory: parsed at once, their fields at hand for policies. It is large enough
 * for almost every answer of an API, and so small that parsing it keeps nobody waiting (some 50 ms) and that
 * all the commands of a worker together hold some hundred megabytes at most.
 */
export const IN_MEMORY_BYTES = 4 * 1024 * 1024;

export type ReceivedBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** More than that: what has arrived, and then the rest as it arrives. */
  | { readonly kind: 'begun'; readonly chunks: AsyncIterable<Uint8Array> };

/** All of a body. One above `maxBytes` is refused. */
export async function receiveWhole(response: HttpResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(response, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A body, of which as much is waited for as may be held in memory. One above `maxBytes` is refused, sooner or later. */
export async function receiveBody(response: HttpResponse, maxBytes: number): Promise<ReceivedBody> {
  const source = limited(response, maxBytes);
  const held: Uint8Array[] = [];
  for (let size = 0; size <= IN_MEMORY_BYTES; ) {
    const { value, done } = await source.next();
    if (done) return { kind: 'whole', bytes: Buffer.concat(held) };
    held.push(value);
    size += value.length;
  }
  return { kind: 'begun', chunks: joined(held, source) };
}

/** Whoever leaves the loop closes the connection. */
async function* limited(
  { status, announced, body, discard }: HttpResponse,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (announced > maxBytes) {
    discard();
    throw new TooLargeError(maxBytes, status);
  }
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLargeError(maxBytes, status);
    yield chunk;
  }
}

async function* joined(held: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // Let go of piece by piece, so that they are not held while the rest arrives.
    for (let chunk = held.shift(); chunk; chunk = held.shift()) yield chunk;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
