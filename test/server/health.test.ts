import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

describe('health', () => {
  it('is there without anything being checked', async () => {
    expect(await new TestServer().ask('GET', '/health')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
  });

  it('says whether the store answers', async () => {
    const server = new TestServer();
    expect(await server.ask('GET', '/api/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', database: 'connected', version: '0.0.0' },
    });
    await server.test.stores.close();
    expect(await server.ask('GET', '/api/health')).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', database: 'disconnected' },
    });
  });
});

describe('what nobody answers', () => {
  it('is not found, in the form of every error', async () => {
    const error = 'there is no GET /api/nothing; /api/openapi.json lists what there is';
    expect(await new TestServer().ask('GET', '/api/nothing?x=1')).toMatchObject({
      status: 404,
      body: { error, detail: error, status: 404, problems: [] },
    });
  });
});
