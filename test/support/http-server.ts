import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';

export interface TestServer {
  /** `http://127.0.0.1:<port>`, known once the tests run. */
  readonly origin: string;
  /** Answers from now on. */
  answer: RequestListener;
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of the test file's own; every test says how it answers. */
export function useServer(): TestServer {
  const state = { origin: '', answer: ((_request, response) => response.end()) as RequestListener };
  const server = createServer((request, response) => state.answer(request, response));
  beforeAll(async () => {
    state.origin = await listen(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}

/** What a request brought, to answer with. */
export async function echo(request: IncomingMessage): Promise<string> {
  const body = await buffer(request);
  const { method, url, headers } = request;
  return JSON.stringify({ method, url, headers, body: body.toString() });
}
