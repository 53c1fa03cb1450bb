import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SqliteQueryStore } from '../../src/adapters/sqlite/query/query-store.ts';
import { QueryRefused, type QueryStore } from '../../src/ports/query-store.ts';
import { storedQueries } from '../support/stored-queries.ts';
import { TestServer } from '../support/test-server.ts';

const serverWith = (queries: QueryStore | undefined) => new TestServer({ services: { queries } });
const refusing = (refusal: ConstructorParameters<typeof QueryRefused>[0]): QueryStore => ({
  query: async () => {
    throw new QueryRefused(refusal, `it is ${refusal}`);
  },
});

describe('a query', () => {
  it('is answered with columns and rows, on both routes', async () => {
    const server = serverWith(storedQueries);
    const body = { query: 'SELECT ? AS n, NULL AS gap', parameters: [2] };
    for (const route of ['/api/query', '/api/postgres/execute']) {
      expect(await server.ask('POST', route, body)).toMatchObject({
        status: 200,
        body: {
          status: 'ok',
          columns: ['n', 'gap'],
          result: [[2, null]],
          row_count: 1,
          truncated: false,
        },
      });
    }
  });

  it('may come in base64', async () => {
    const query_base64 = Buffer.from("SELECT 'é'").toString('base64');
    const { body } = await serverWith(storedQueries).ask('POST', '/api/postgres/execute', { query_base64 });
    expect(body).toMatchObject({ result: [['é']] });
  });

  it('gives the first rows where a limit is named, and none where there are too many', async () => {
    const server = serverWith(storedQueries);
    const query = 'SELECT value FROM generate_series(1, 10001)';
    expect(await server.ask('POST', '/api/query', { query, limit: 1 })).toMatchObject({
      body: { result: [[1]], truncated: true },
    });
    expect(await server.ask('POST', '/api/query', { query })).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('more than 10000 rows: add LIMIT') },
    });
  });

  it('is refused where it does not read, or would read secrets', async () => {
    const server = serverWith(storedQueries);
    for (const [query, why] of [
      ['DELETE FROM turn', 'a query only reads'],
      ['SELECT * FROM credential', 'holds secrets'],
      ["SELECT readfile('/etc/passwd')", 'does more than compute'],
    ]) {
      expect(await server.ask('POST', '/api/query', { query })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining(why as string), status: 422 },
      });
    }
  });

  it('is one text, under one name', async () => {
    const server = serverWith(storedQueries);
    for (const body of [{}, { query: 'SELECT 1', query_base64: 'U0VMRUNUIDE=' }, { query_base64: '!' }]) {
      expect(await server.ask('POST', '/api/query', body)).toMatchObject({ status: 422 });
    }
  });

  it('says by its status what to do about a refusal', async () => {
    const ask = (queries: QueryStore | undefined) =>
      serverWith(queries).ask('POST', '/api/query', { query: 'SELECT 1' });
    expect(await ask(refusing('wrong'))).toMatchObject({ status: 422 });
    expect(await ask(refusing('excessive'))).toMatchObject({
      status: 413,
      body: { error: 'it is excessive' },
    });
    expect(await ask(undefined)).toMatchObject({ status: 404 });
  });

  it('is answered with 503 where the database cannot be opened, which is no fault of the query', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'noetl-nothing-'));
    const server = serverWith(new SqliteQueryStore(empty));
    for (const route of ['/api/query', '/api/postgres/execute']) {
      const { status, body } = await server.ask('POST', route, { query: 'SELECT 1' });
      expect(status).toBe(503);
      expect(body).toMatchObject({
        status: 503,
        error: expect.stringMatching(/cannot be opened.*check that/),
      });
    }
  });

  it('waits for its turn: only so many are under way', async () => {
    const release: (() => void)[] = [];
    const answer = { columns: [], rows: [], truncated: false };
    const query: QueryStore['query'] = () => new Promise(resolve => release.push(() => resolve(answer)));
    const server = serverWith({ query });
    const asked = [...Array(5)].map(() => server.ask('POST', '/api/query', { query: 'SELECT 1' }));
    const refused = await Promise.race(asked);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    for (const each of release) each();
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
  });
});
