import type { HttpRequest } from './client.ts';

export const MAX_REDIRECTS = 10;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** What may be told to a server the playbook did not name: nothing in it is a credential. */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'range',
  'user-agent',
]);

/** The headers that say what the body is, and go with it. */
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-language'];

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The request that a response redirects to; undefined if it is to be taken as it is. */
export function nextRequest(request: HttpRequest, { statusCode, headers }: Answer): HttpRequest | undefined {
  const { location } = headers;
  if (!request.followRedirects || !REDIRECTS.includes(statusCode) || typeof location !== 'string')
    return undefined;
  const url = targetOf(location, request.url);
  if (!url) return undefined;
  const isSameOrigin = url.origin === request.url.origin;
  const kept = [...request.headers].filter(([name]) => isSameOrigin || HARMLESS.has(name));
  const next = { ...request, url, headers: new Map(kept) };
  if (!becomesGet(request.method, statusCode)) return next;
  for (const name of OF_THE_BODY) next.headers.delete(name);
  return { ...next, method: 'GET', body: undefined };
}

/** As browsers do: only 307 and 308 repeat a request that changes something. */
function becomesGet(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return (status === 301 || status === 302) && method === 'POST';
}

function targetOf(location: string, base: URL): URL | undefined {
  try {
    const url = new URL(location, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    url.hash = '';
    // A server must not choose what we send as a password.
    url.username = '';
    url.password = '';
    return url;
  } catch {
    return undefined;
  }
}
