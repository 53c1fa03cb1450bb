import type { FastifyInstance } from 'fastify';
import { NO_LOAD } from '../../src/ports/load.ts';
import { createServer, type ServerOptions } from '../../src/server/create-server.ts';
import type { ServerServices } from '../../src/server/services.ts';
import { TestEngine, type TestEngineOptions } from './test-engine.ts';

/** A server on an engine in memory; requests are injected, nothing listens. */
export class TestServer {
  readonly test: TestEngine;
  readonly server: FastifyInstance;

  constructor(
    options: TestEngineOptions & {
      readonly services?: Partial<ServerServices>;
      readonly server?: ServerOptions;
    } = {},
  ) {
    this.test = new TestEngine(options);
    const { engine, stores, clock } = this.test;
    const services = {
      engine,
      ...stores,
      clock,
      ids: { next: () => engine.nextId() },
      callbackTokens: this.test.callbackTokens,
      follow: (uri: string) => stores.results.get(uri),
      load: () => NO_LOAD,
      version: '0.0.0',
      ...options.services,
    };
    this.server = createServer(services, options.server);
  }

  /** The status and the JSON of an answer. */
  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) {
    const payload = body === undefined ? {} : { payload: body as object };
    const { statusCode, body: text, headers } = await this.server.inject({ method, url, ...payload });
    const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
    return { status: statusCode, body: isJson ? (JSON.parse(text) as unknown) : text, headers };
  }
}
