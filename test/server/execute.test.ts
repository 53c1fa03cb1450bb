import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

const PLAYBOOK = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: greet, path: demo/greet }
workload: { name: world, count: 1 }
workflow:
  - { step: start, tool: { kind: noop } }
`;

const tools = { noop: () => ({ status: 'ok' as const, data: null }) };

type Executed = {
  readonly execution_id: string;
  readonly status: string;
  readonly commands_generated: number;
};

async function registered(versions = 1): Promise<TestServer> {
  const server = new TestServer({ tools });
  for (let version = 1; version <= versions; version++) {
    const content = PLAYBOOK.replace('count: 1', `count: ${version}`);
    expect(await server.ask('POST', '/api/catalog/register', { content })).toMatchObject({ status: 200 });
  }
  return server;
}

async function execute(server: TestServer, body: unknown, url = '/api/execute'): Promise<Executed> {
  const answer = await server.ask('POST', url, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Executed;
}

describe('starting an execution', () => {
  it('runs the newest version of a path, with the payload over the workload', async () => {
    const server = await registered(2);
    const started = await execute(server, { path: 'demo/greet', payload: { name: 'moon' } });
    expect(started).toMatchObject({ status: 'started', commands_generated: 1 });
    const { header } = await server.test.engine.ended(started.execution_id);
    expect(header).toMatchObject({ version: '2', workload: { name: 'moon', count: 2 } });
  });

  it('runs the version that is asked for, by number or id', async () => {
    const server = await registered(3);
    for (const version of [1, '1']) {
      const { execution_id } = await execute(server, { path: 'demo/greet', version });
      expect((await server.test.engine.ended(execution_id)).header).toMatchObject({ version: '1' });
    }
    const entry = await server.test.stores.catalog.find('demo/greet', 2);
    const { execution_id } = await execute(server, { catalog_id: entry?.catalogId });
    const { header } = await server.test.engine.ended(execution_id);
    expect(header).toMatchObject({ version: '2', catalogId: entry?.catalogId });
  });

  it('runs a text without registering it', async () => {
    const server = new TestServer({ tools });
    const { execution_id } = await execute(server, { content: PLAYBOOK });
    expect((await server.test.engine.ended(execution_id)).phase.kind).toBe('completed');
    expect(await server.test.stores.catalog.find('demo/greet')).toBeUndefined();
  });

  it('is asked for at the addresses of older servers, too', async () => {
    const server = await registered();
    for (const url of ['/api/executions/run', '/api/run/playbook']) {
      expect(await execute(server, { path: 'demo/greet' }, url)).toMatchObject({ status: 'started' });
    }
    expect(await server.ask('POST', '/api/run/robot', { path: 'demo/greet' })).toMatchObject({ status: 404 });
  });

  it('is refused in a pool that is not the one of the playbook, where it would be ignored', async () => {
    const server = await registered();
    for (const execution_pool of ['shared', '', null])
      await execute(server, { path: 'demo/greet', execution_pool });
    const refused = await server.ask('POST', '/api/execute', { path: 'demo/greet', execution_pool: 'gpu' });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("runs in the pool 'shared'") },
    });
    const content = PLAYBOOK.replace('workload:', 'executor: { spec: { pool: gpu } }\nworkload:');
    expect(await execute(server, { content, execution_pool: 'gpu' })).toMatchObject({ status: 'started' });
  });

  it('is refused where a field of it is misspelt, alone and among others', async () => {
    const server = await registered();
    const wrong = { path: 'demo/greet', paylod: { name: 'moon' } };
    expect(await server.ask('POST', '/api/execute', wrong)).toMatchObject({ status: 422 });
    const { body } = await server.ask('POST', '/api/execute/batch', {
      executions: [wrong, { path: 'demo/greet' }],
    });
    expect(body).toMatchObject({
      started: 1,
      failed: 1,
      results: [{ error: expect.stringContaining('paylod') }, {}],
    });
  });

  it('keeps integers beyond 2^53 as they are', async () => {
    const server = await registered();
    const answer = await server.server.inject({
      method: 'POST',
      url: '/api/execute',
      headers: { 'content-type': 'application/json' },
      payload: '{"path": "demo/greet", "payload": {"name": 9007199254740993}}',
    });
    const { execution_id } = JSON.parse(answer.body) as Executed;
    const { header } = await server.test.engine.ended(execution_id);
    expect(header?.workload.name).toBe(9007199254740993n);
  });

  it('is refused, and nothing is written, if what to run is not there or not valid', async () => {
    const server = await registered();
    const refused = async (body: unknown) => (await server.ask('POST', '/api/execute', body)).status;
    expect(await refused({})).toBe(422);
    expect(await refused({ path: 'demo/other' })).toBe(404);
    expect(await refused({ path: 'demo/greet', version: 9 })).toBe(404);
    expect(await refused({ path: 'demo/greet', version: 'newest' })).toBe(422);
    expect(await refused({ catalog_id: 'no id' })).toBe(404);
    expect(await refused({ path: 'demo/greet', payload: [1] })).toBe(422);
    expect(await refused({ path: 'demo/greet', entry: 'middle' })).toBe(422);
    expect(await refused({ path: 'demo/greet', resource_kind: 'credential' })).toBe(422);
    expect(await refused({ path: 'demo/greet', parent_execution_id: '77' })).toBe(404);
    expect(await refused([])).toBe(422);
    expect(await server.test.stores.events.list()).toEqual([]);
  });

  it('says where a text is wrong', async () => {
    const content = PLAYBOOK.replace('{ kind: noop }', '{ kind: noop }, next: missing');
    const { status, body } = await new TestServer({ tools }).ask('POST', '/api/execute', { content });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: expect.stringContaining('the playbook is not valid: line 6'),
      problems: [{ code: expect.any(String), where: expect.stringContaining('line 6') }],
    });
  });
});

describe('a key that must not start twice', () => {
  const dedup = { key: 'order-1', window_secs: 60 };

  it('starts once, also when it is asked for many times at once', async () => {
    const server = await registered();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => execute(server, { path: 'demo/greet', dedup })),
    );
    expect(new Set(all.map(({ execution_id }) => execution_id)).size).toBe(1);
    expect(all.filter(({ status }) => status === 'started')).toHaveLength(1);
    expect(await server.test.stores.events.list()).toHaveLength(1);
  });

  it('counts for its window and within its parent', async () => {
    const server = await registered();
    const first = await execute(server, { path: 'demo/greet', dedup });
    const inParent = { path: 'demo/greet', dedup, parent_execution_id: first.execution_id };
    expect(await execute(server, inParent)).toMatchObject({ status: 'started' });
    expect(await execute(server, inParent)).toMatchObject({ status: 'duplicate', commands_generated: 0 });
    const clock = server.test.clock as unknown as { advance(): boolean };
    server.test.clock.after(61_000, () => {});
    while (clock.advance());
    expect(await execute(server, { path: 'demo/greet', dedup })).toMatchObject({ status: 'started' });
  });

  it('starts what was reserved and never started', async () => {
    const server = await registered();
    const { start } = server.test.engine;
    server.test.engine.start = async () => {
      throw new Error('the process died');
    };
    expect(await server.ask('POST', '/api/execute', { path: 'demo/greet', dedup })).toMatchObject({
      status: 500,
    });
    server.test.engine.start = start;
    expect(await execute(server, { path: 'demo/greet', dedup })).toMatchObject({ status: 'started' });
  });
});

describe('a batch', () => {
  it('starts what it can and says what is wrong with the rest', async () => {
    const server = await registered();
    const executions = [
      { path: 'demo/greet' },
      { path: 'missing' },
      { path: 7 },
      'nonsense',
      { path: 'demo/greet', dedup: { key: 'k' } },
      { path: 'demo/greet', dedup: { key: 'k' } },
    ];
    const { status, body } = await server.ask('POST', '/api/execute/batch', { executions });
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 6, started: 2, duplicates: 1, failed: 3 });
    const { results } = body as { readonly results: readonly { index: number; error?: string }[] };
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results[1]?.error).toContain("no playbook 'missing'");
    expect(results[2]?.error).toContain('body/path');
  });

  it('has 1 to 1,000 items', async () => {
    const server = await registered();
    const ask = async (executions: unknown[]) =>
      (await server.ask('POST', '/api/execute/batch', { executions })).status;
    expect(await ask([])).toBe(422);
    expect(await ask(Array.from({ length: 1001 }, () => ({})))).toBe(422);
  });

  it('runs all of a thousand', async () => {
    const server = await registered();
    const executions = Array.from({ length: 1000 }, () => ({ path: 'demo/greet' }));
    const { body } = await server.ask('POST', '/api/execute/batch', { executions });
    expect(body).toMatchObject({ count: 1000, started: 1000, failed: 0 });
    const { results } = body as { readonly results: readonly { execution_id: string }[] };
    await Promise.all(results.map(({ execution_id }) => server.test.engine.ended(execution_id)));
    expect(await server.test.stores.events.count()).toMatchObject({ COMPLETED: 1000 });
  });
});
