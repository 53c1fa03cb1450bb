import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

const PG = {
  name: 'pg_local',
  type: 'postgres',
  description: 'the local one',
  tags: 'dev, pg',
  data: { db_host: 'localhost', db_password: 'hunter22' },
};

async function serverWith(...bodies: readonly object[]) {
  const server = new TestServer();
  for (const body of bodies) await server.ask('POST', '/api/credentials', body);
  return server;
}

describe('POST /api/credentials', () => {
  it('stores a credential and answers without its data', async () => {
    const server = new TestServer();
    const answer = await server.ask('POST', '/api/credentials', PG);
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'pg_local', type: 'postgres', description: 'the local one', tags: ['dev', 'pg'] },
    });
    expect(JSON.stringify(answer.body)).not.toContain('hunter22');
    expect(await server.test.stores.credentials.get('pg_local')).toMatchObject({ data: PG.data });
  });

  it('replaces the one of the same name, which keeps its id', async () => {
    const server = new TestServer();
    const first = await server.ask('POST', '/api/credentials', PG);
    const { id } = first.body as { id: string };
    const body = { name: 'pg_local', credential_type: 'basic', data: { password: 'other' } };
    expect(await server.ask('POST', '/api/credentials', body)).toMatchObject({ body: { id, type: 'basic' } });
  });

  it.each([
    [{ ...PG, name: 'a b' }, 'name'],
    [{ ...PG, type: 'no type' }, 'type'],
    [{ ...PG, meta: 'text' }, 'meta'],
    [{ ...PG, schema: { required: ['ssl'] } }, 'data.ssl'],
  ])('says what is wrong and stores nothing', async (body, where) => {
    const server = new TestServer();
    const answer = await server.ask('POST', '/api/credentials', body);
    expect(answer).toMatchObject({ status: 422, body: { problems: [{ where }] } });
    expect(JSON.stringify(answer.body)).not.toContain('hunter22');
    expect(await server.test.stores.credentials.list()).toEqual([]);
  });

  it('refuses what is no credential, without repeating it', async () => {
    const server = new TestServer();
    for (const body of [{ name: 'a', data: 'hunter22' }, { data: {} }, ['hunter22']]) {
      const answer = await server.ask('POST', '/api/credentials', body);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).not.toContain('hunter22');
    }
  });
});

describe('GET /api/credentials', () => {
  it('lists by name, type and what is looked for', async () => {
    const server = await serverWith(PG, { name: 'shop', type: 'bearer', data: { token: 'hunter22' } });
    const names = async (query: string) => {
      const { body } = await server.ask('GET', `/api/credentials${query}`);
      return (body as { items: { name: string }[] }).items.map(({ name }) => name);
    };
    expect(await names('')).toEqual(['pg_local', 'shop']);
    expect(await names('?type=bearer')).toEqual(['shop']);
    expect(await names('?q=LOCAL')).toEqual(['pg_local']);
    expect(await server.ask('GET', '/api/credentials?type=x')).toMatchObject({
      body: { items: [], filter: { type: 'x' } },
    });
  });

  it('gives one by name or id, and never its data', async () => {
    const server = await serverWith(PG);
    const byName = await server.ask('GET', '/api/credentials/pg_local');
    const { id } = byName.body as { id: string };
    expect(await server.ask('GET', `/api/credentials/${id}?include_data=false`)).toMatchObject({
      status: 200,
      body: byName.body as object,
    });
    expect(byName.body).not.toHaveProperty('data');
    const refused = await server.ask('GET', '/api/credentials/pg_local?include_data=true');
    expect(refused).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('noetl credential get pg_local') },
    });
  });

  it('says where there is none', async () => {
    const server = await serverWith();
    expect(await server.ask('GET', '/api/credentials/none')).toMatchObject({ status: 404 });
    expect(await server.ask('DELETE', '/api/credentials/none')).toMatchObject({ status: 404 });
  });
});

describe('DELETE /api/credentials', () => {
  it('removes one by name or id', async () => {
    const server = await serverWith(PG);
    const { body } = await server.ask('GET', '/api/credentials/pg_local');
    const { id } = body as { id: string };
    expect(await server.ask('DELETE', `/api/credentials/${id}`)).toMatchObject({
      status: 200,
      body: { id, message: "credential 'pg_local' is removed" },
    });
    expect(await server.ask('GET', '/api/credentials/pg_local')).toMatchObject({ status: 404 });
  });
});
