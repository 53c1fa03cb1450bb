import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { BodyFormat, ResultStore } from '../ports/result-store.ts';
import { notFound } from './http-error.ts';

const TYPES: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  binary: 'application/octet-stream',
};

/** Sends a stored body as it was stored, no faster than the client takes it: it is never held as a whole. */
export async function sendBody(
  { results }: { readonly results: ResultStore },
  uri: string,
  reply: FastifyReply,
): Promise<void> {
  const body = await results.read(uri);
  if (!body) throw notFound(`there is no stored body behind ${uri.slice(0, 300)}: ask without raw=true`);
  void reply
    .type(TYPES[body.format])
    .header('content-length', body.bytes)
    .header('etag', `"${body.sha256}"`)
    .send(Readable.from(body.chunks, { objectMode: false }));
}
