import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/common/store-error.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { type Load, NO_LOAD } from '../../src/ports/load.ts';
import { PRESSURE_LIMITS } from '../../src/server/back-pressure.ts';
import { TestServer } from '../support/test-server.ts';
import { PLAYBOOK } from './examples/example.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the body of a request', () => {
  it('means what it says: a text is no number', async () => {
    const { status, body } = await new TestServer().ask('POST', '/api/catalog/list', { limit: '5' });
    expect({ status, body }).toMatchObject({ status: 422, body: { problems: [{ where: 'body/limit' }] } });
  });

  it('may be left out where all of it may, also by those who say it is JSON', async () => {
    const { server } = new TestServer();
    const answer = await server.inject({ method: 'GET', url: '/health', headers: JSON_TYPE, payload: '' });
    expect(answer.statusCode).toBe(200);
  });

  it('is refused if it is no JSON, with the place', async () => {
    const { server } = new TestServer();
    const url = '/api/catalog/register';
    const wrong = await server.inject({ method: 'POST', url, headers: JSON_TYPE, payload: '{"content": ' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ status: 400, error: expect.stringContaining('no JSON') });
    const text = await server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(text.statusCode).toBe(415);
  });

  it('is refused if it is not in UTF-8, instead of changed', async () => {
    const { server } = new TestServer();
    const payload = Buffer.concat([Buffer.from('{"path": "'), Buffer.from([0xff]), Buffer.from('"}')]);
    const answer = await server.inject({ method: 'POST', url: '/api/execute', headers: JSON_TYPE, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'the body is no JSON: it is not in UTF-8' });
  });

  it('may hold ids beyond 2^53 as numbers, which are not rounded', async () => {
    const { server } = new TestServer();
    const payload = '{"catalog_id": 9007199254740993}';
    const answer = await server.inject({
      method: 'POST',
      url: '/api/catalog/resource',
      headers: JSON_TYPE,
      payload,
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toContain('9007199254740993');
  });

  it('is limited in size', async () => {
    const { server } = new TestServer({ server: { bodyLimit: 1000 } });
    const payload = { content: 'x'.repeat(1000) };
    const answer = await server.inject({ method: 'POST', url: '/api/catalog/register', payload });
    expect(answer.json()).toMatchObject({
      status: 413,
      error: expect.stringContaining('NOETL_MAX_BODY_BYTES'),
    });
  });
});

describe('what is wrong with a request', () => {
  const server = new TestServer();

  it('is told of the form that was meant, not of every form there is', async () => {
    const { body } = await server.ask('POST', '/api/executions/1/rerun', { iterations: 'x' });
    expect(body).toMatchObject({ problems: [{ where: 'body/iterations', message: 'must be array' }] });
  });

  it('is told once, with everything that could stand there', async () => {
    const { body } = await server.ask('GET', '/api/executions/1/graph?format=png');
    const message = expect.stringMatching(/^must be one of: .*mermaid, .*svg/);
    expect(body).toMatchObject({ problems: [{ where: 'query/format', message }] });
    const given = await server.ask('POST', '/api/catalog/resource', { path: 'a', version: true });
    expect(given.body).toMatchObject({
      problems: [{ where: 'body/version', message: 'must be integer or string' }],
    });
  });
});

describe('the address of a request', () => {
  it('is told which methods it takes if it does not take this one', async () => {
    const { server } = new TestServer();
    const answer = await server.inject({ method: 'GET', url: '/api/execute/?x=1' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.json()).toMatchObject({
      status: 405,
      error: 'there is no GET /api/execute/; it takes POST',
    });
    const vars = await server.inject({ method: 'PATCH', url: '/api/vars/1' });
    expect(vars.headers.allow).toBe('DELETE, GET, POST');
    expect((await server.inject({ method: 'GET', url: '/api/nothing' })).statusCode).toBe(404);
  });

  it('is refused in the form of every error if it is no URL, or too long', async () => {
    const server = new TestServer();
    expect(await server.ask('GET', '/api/%zz')).toMatchObject({ status: 400, body: { status: 400 } });
    expect(await server.ask('GET', `/api/executions/${'9'.repeat(3000)}`)).toMatchObject({
      body: { status: expect.any(Number), problems: [] },
    });
  });

  it('has numbers in its query read as such', async () => {
    const server = new TestServer();
    expect(await server.ask('GET', '/api/catalog/search?q=x&limit=5')).toMatchObject({ status: 200 });
    expect(await server.ask('GET', '/api/catalog/search?q=x&limit=many')).toMatchObject({
      status: 400,
      body: { problems: [{ where: 'query/limit', message: 'must be integer' }] },
    });
  });
});

describe('who may ask', () => {
  const ask = (headers: Record<string, string>, method: 'GET' | 'OPTIONS' = 'GET') =>
    new TestServer().server.inject({ method, url: '/health', headers });

  it('is a page of this machine, which may read the answer', async () => {
    const answer = await ask({ origin: 'http://localhost:3001' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:3001');
    const preflight = await ask(
      { origin: 'http://127.0.0.1:5173', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('DELETE');
  });

  it.each([
    [{ origin: 'https://example.org' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.example.org' }],
    [{ host: 'noetl.example.org' }],
    [{ host: '127.0.0.1.example.org:8082' }],
  ])('is not a page of another one: %j', async headers => {
    const answer = await ask(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('gets the id of its request back, or a new one', async () => {
    expect((await ask({ 'x-request-id': 'abc-1' })).headers['x-request-id']).toBe('abc-1');
    expect((await ask({ 'x-request-id': 'a b' })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a server with too much to do', () => {
  const busy = (load: Partial<Load>) =>
    new TestServer({ services: { load: () => ({ ...NO_LOAD, ...load }) } });

  it('refuses more executions, says when to ask again, and goes on with everything else', async () => {
    const server = busy({ openExecutions: PRESSURE_LIMITS.openExecutions });
    const answer = await server.ask('POST', '/api/execute', { content: PLAYBOOK });
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect(await server.ask('POST', '/api/catalog/register', { content: PLAYBOOK })).toMatchObject({
      status: 200,
    });
    expect(await server.ask('GET', '/api/dashboard/stats')).toMatchObject({ status: 200 });
  });

  it('refuses to write while the store is behind, and reads', async () => {
    const server = busy({ writes: { waiting: 7, behind: PRESSURE_LIMITS.writesBehind, trouble: undefined } });
    const answer = await server.ask('POST', '/api/catalog/register', { content: PLAYBOOK });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(await server.ask('GET', '/api/dashboard/stats')).toMatchObject({ status: 200 });
  });
});

describe('a store that cannot be written', () => {
  it('is 503 with what the store says, and reads go on', async () => {
    const stores = openMemory();
    const full = new StoreError('store_full', 'the disk is full: free some space');
    stores.events.append = () => Promise.reject(full);
    const server = new TestServer({ stores });
    expect(await server.ask('POST', '/api/execute', { content: PLAYBOOK })).toMatchObject({
      status: 503,
      body: { error: full.message },
      headers: { 'retry-after': '10' },
    });
    expect(await server.ask('GET', '/api/dashboard/stats')).toMatchObject({ status: 200 });
  });

  it('makes the server unhealthy, until a while has passed or a write has succeeded', async () => {
    const trouble = { message: 'the disk is full', at: 0 };
    const clock = { now: () => 1000, at: () => () => {}, after: () => () => {} };
    const load = () => ({ ...NO_LOAD, writes: { waiting: 0, behind: 0, trouble } });
    const server = new TestServer({ services: { load, clock } });
    expect(await server.ask('GET', '/api/health')).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', trouble: 'the disk is full' },
    });
    const later = new TestServer({ services: { load, clock: { ...clock, now: () => 60_000 } } });
    expect(await later.ask('GET', '/api/health')).toMatchObject({ status: 200 });
  });
});

describe('the dashboard', () => {
  it('counts executions by how they ended, by day, and lists the newest', async () => {
    const server = new TestServer({
      tools: {
        broken: () => {
          throw new Error('no');
        },
      },
    });
    await server.test.run('workflow: [{ step: a, tool: { kind: echo } }]');
    await server.test.run('workflow: [{ step: a, tool: { kind: broken } }]');
    const { body } = await server.ask('GET', '/api/dashboard/stats');
    expect(body).toMatchObject({
      stats: { total_executions: 2, successful_executions: 1, failed_executions: 1, running_executions: 0 },
    });
    const { body: shown } = await server.ask('GET', '/api/dashboard/widgets');
    const { widgets } = shown as { widgets: { id: string; data: Record<string, unknown>[] }[] };
    expect(widgets[0]!.data).toHaveLength(7);
    expect(widgets[0]!.data.at(-1)).toMatchObject({ total: 2, completed: 1, failed: 1 });
    expect(widgets[1]!.data.map(({ status }) => status)).toEqual(['FAILED', 'COMPLETED']);
  });
});
