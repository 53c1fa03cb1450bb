import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/;

/** Whether a name or address always means this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK_NAME.test(host.toLowerCase());

/**
 * Whoever reaches the server may do everything, because nobody logs in yet. So that this is the person at
 * this machine and not a web page in their browser, pages of other machines are refused (Origin), also if
 * they have made their name point here (Host). Pages of this machine may read answers (CORS).
 */
export function loopbackOnly(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    mustMeanThisMachine(request);
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!isLoopbackOrigin(origin)) throw foreign(`pages of ${origin.slice(0, 200)}`);
    allow(origin, reply);
    if (request.method === 'OPTIONS') await reply.code(204).send();
  });
}

function mustMeanThisMachine({ headers: { host = '' } }: FastifyRequest): void {
  if (host !== '' && !isLoopback(host.replace(/:\d+$/, '')))
    throw foreign(`requests for ${host.slice(0, 200)}`);
}

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url !== undefined && isLoopback(url.hostname);
}

function allow(origin: string, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers': 'content-type, idempotency-key, last-event-id, traceparent, x-request-id',
    'access-control-expose-headers': 'retry-after, x-request-id',
    'access-control-max-age': '600',
    vary: 'origin',
  });
}

const foreign = (who: string): HttpError =>
  new HttpError(403, `this server answers this machine only, and not ${who}: use http://127.0.0.1`);
