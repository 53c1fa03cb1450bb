import { Agent, type Dispatcher } from 'undici';
import { MAX_REDIRECTS, nextRequest } from './redirect.ts';
import type { RequestHeaders } from './request-headers.ts';
import { unpacked } from './unpack.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: RequestHeaders;
  readonly body: Buffer | undefined;
  readonly followRedirects: boolean;
  /** Whether the certificate of the server is checked. */
  readonly verify: boolean;
}

export interface HttpResponse {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it comes, unpacked. It is read or discarded, or the connection stays in use. */
  readonly body: AsyncIterable<Uint8Array>;
  discard(): void;
  /** Bytes that the response says it has; 0 if it does not say. */
  readonly announced: number;
  /** The address that answered, after redirects. */
  readonly url: URL;
  readonly redirects: number;
}

const CONNECTIONS_PER_HOST = 32;

/** Sends requests over connections that are kept open between them, so many per host at most. */
export class HttpClient {
  readonly #agents = new Map<boolean, Agent>();

  /** Resolves when the headers are there. Throws what the connection throws, or the signal's reason; so does the body, and `UnpackError`. */
  async send(first: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    let request = first;
    for (let redirects = 0; ; redirects++) {
      const response = await this.#dispatch(request, signal);
      const next = redirects < MAX_REDIRECTS ? nextRequest(request, response) : undefined;
      if (!next) return { ...received(request, response), redirects };
      await response.body.dump({ limit: 1 << 16, signal });
      request = next;
    }
  }

  async #dispatch(request: HttpRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    signal.throwIfAborted();
    return this.#agentFor(request.verify).request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: [...request.headers].flatMap(([name, values]) => values.flatMap(value => [name, value])),
      body: request.body ?? null,
      signal,
      // The time of a task is limited by its signal, as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  #agentFor(verify: boolean): Agent {
    const known = this.#agents.get(verify);
    if (known) return known;
    const agent = new Agent({
      connections: CONNECTIONS_PER_HOST,
      connect: { rejectUnauthorized: verify, timeout: 30_000 },
    });
    this.#agents.set(verify, agent);
    return agent;
  }

  /** Ends every connection, also those in use. */
  async close(): Promise<void> {
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    await Promise.all(agents.map(agent => agent.destroy()));
  }
}

function received(
  { url, method }: HttpRequest,
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
): Omit<HttpResponse, 'redirects'> {
  const announced = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
  const discard = () => void body.on('error', () => {}).destroy();
  const chunks = unpacked(body, String(headers['content-encoding'] ?? ''));
  return { status, headers, url, body: chunks, announced, discard };
}
