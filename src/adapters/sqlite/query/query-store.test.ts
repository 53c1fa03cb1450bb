import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryRefused } from '../../../ports/query-store.ts';
import { type DataDirectory, openDataDirectory } from '../data-directory.ts';
import { SqliteQueryStore } from './query-store.ts';

let directory: string;
let held: DataDirectory;
let store: SqliteQueryStore;

// Held by a writer all the time, as by a server.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'noetl-query-'));
  held = await openDataDirectory(directory);
  await held.credentials.put({ name: 'shop', type: 'bearer', data: { token: 'very secret' } }, 0);
  await held.playbooks.keep('h1', { source: 'a.yaml', text: 'one' });
  store = new SqliteQueryStore(directory);
});
afterAll(() => held.close());

const ask = (sql: string, more: object = {}) => store.query({ sql, limit: 100, ...more });
const refusal = (sql: string, more: object = {}) =>
  ask(sql, more).then(
    () => expect.fail(`answered: ${sql}`),
    (error: unknown) => (error instanceof QueryRefused ? `${error.refusal}: ${error.message}` : error),
  );

describe('a query', () => {
  it('answers with columns and rows while another process writes', async () => {
    expect(await ask('SELECT hash, source FROM playbook; -- all of them')).toEqual({
      columns: ['hash', 'source'],
      rows: [['h1', 'a.yaml']],
      truncated: false,
    });
  });

  it('gives every kind of value as JSON can hold it', async () => {
    const { rows } = await ask(
      `VALUES (1, 1.5, 'é;', NULL, x'00ff', 9007199254740993, 9e999, CAST(x'41ff' AS TEXT), 'a' || char(0) || 'b')`,
    );
    expect(rows).toEqual([[1, 1.5, 'é;', null, 'AP8=', '9007199254740993', 'Infinity', 'A\ufffd', 'a\0b']]);
  });

  it('reads the views, recursion, functions, windows, and tables made of JSON', async () => {
    for (const view of ['event', 'event_legacy', 'queue', 'execution']) await ask(`SELECT * FROM ${view}`);
    const { rows } = await ask(`
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3)
      SELECT i, sqrt(i * i), count(*) OVER (), (SELECT sum(value) FROM json_each('[1,2]')) FROM n ORDER BY i DESC`);
    expect(rows).toEqual([
      [3, 3, 3, 3],
      [2, 2, 3, 3],
      [1, 1, 3, 3],
    ]);
  });

  it('keeps the order it asks for, and says that there is more', async () => {
    const { rows, truncated } = await ask('SELECT value FROM generate_series(1, 1000) ORDER BY value DESC', {
      limit: 2,
    });
    expect({ rows, truncated }).toEqual({ rows: [[1000], [999]], truncated: true });
  });

  it('takes parameters by place and by name', async () => {
    const byPlace = await ask('SELECT ?, ? + 1 LIMIT ?', { parameters: ['a', 2, 1] });
    expect(byPlace.rows).toEqual([['a', 3]]);
    const byName = await ask('SELECT :a, $b', { parameters: { a: null, b: true } });
    expect(byName.rows).toEqual([[null, 1]]);
  });

  it('explains itself and the tables', async () => {
    expect((await ask('EXPLAIN QUERY PLAN SELECT * FROM turn')).columns).toContain('detail');
    expect((await ask('PRAGMA table_info(turn)')).rows.length).toBeGreaterThan(5);
    expect((await ask("SELECT name FROM pragma_table_info('turn')")).rows[0]).toEqual(['seq']);
    expect((await ask("SELECT name FROM sqlite_schema WHERE name = 'turn'")).rows).toEqual([['turn']]);
  });
});

describe('what is refused', () => {
  it.each([
    'DELETE FROM turn',
    'INSERT INTO playbook VALUES (1, 2, 3)',
    'UPDATE turn SET v = 1',
    'WITH x AS (SELECT 1) DELETE FROM playbook',
    'WITH x AS (SELECT 1) INSERT INTO playbook SELECT 1, 2, 3',
    'CREATE TABLE x (a)',
    'CREATE TEMP VIEW x AS SELECT 1',
    'DROP TABLE turn',
    'BEGIN',
    'COMMIT',
    'VACUUM',
    "VACUUM INTO '/tmp/copy.db'",
    'REINDEX',
    "ATTACH 'noetl.db' AS other",
    'EXPLAIN PRAGMA query_only = 0',
    'EXPLAIN DELETE FROM turn',
  ])('is what does not read: %s', async sql => {
    expect(await refusal(sql)).toMatch(/^forbidden: a query only reads/);
  });

  it.each([
    'SELECT sealed FROM credential',
    'SELECT * FROM "credential"',
    "SELECT * FROM 'credential'",
    'SELECT * FROM [CREDENTIAL]',
    'SELECT * FROM main.credential',
    'SELECT count(*) FROM credential',
    'SELECT name FROM credential ORDER BY name',
    'SELECT turn.seq FROM turn JOIN credential ON 1',
    'SELECT (SELECT sealed FROM credential LIMIT 1)',
    'SELECT 1 WHERE EXISTS (SELECT 1 FROM credential)',
    'SELECT seq FROM turn UNION ALL SELECT id FROM credential',
    'WITH c AS (SELECT * FROM credential) SELECT * FROM c',
    'SELECT 1 IN credential',
    'SELECT 1 FROM turn WHERE seq IN (SELECT id FROM credential)',
  ])('is what reads secrets: %s', async sql => {
    expect(await refusal(sql)).toMatch(
      /^(?:forbidden: the table credential cannot be queried, because it holds secrets: `noetl credential list`|wrong: SQLite says: sub-select returns)/,
    );
  });

  it.each([
    "SELECT readfile('noetl.db')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT sha3_query('SELECT sealed FROM credential')",
    "SELECT load_extension('x')",
    "SELECT fts3_tokenizer('simple')",
    'SELECT max(readfile(source)) FROM playbook',
    "SELECT * FROM playbook ORDER BY readfile('/etc/passwd')",
  ])('is what does more than compute: %s', async sql => {
    expect(await refusal(sql)).toMatch(/^forbidden: the function \w+ does more than compute/);
  });

  it.each([
    'SELECT data FROM sqlite_dbpage',
    'SELECT * FROM "SQLITE_dbpage"',
    'SELECT * FROM main.dbstat',
    "SELECT * FROM fsdir('/etc')",
    'SELECT * FROM [sqlite_stmt]',
    'SELECT * FROM pragma_database_list',
    "SELECT * FROM pragma_wal_checkpoint('TRUNCATE')",
  ])('is what looks past the tables: %s', async sql => {
    expect(await refusal(sql)).toMatch(/^forbidden: the table \w+ is SQLite's own/);
  });

  it.each([
    'PRAGMA query_only = 0',
    'PRAGMA journal_mode',
    'PRAGMA database_list',
    'PRAGMA table_list(turn)',
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ])('is a pragma that sets or tells too much: %s', async sql => {
    expect(await refusal(sql)).toMatch(/^forbidden: of the pragmas/);
  });

  it('is more than one statement, or none, or one that is wrong', async () => {
    expect(await refusal('SELECT 1; DELETE FROM turn')).toMatch(
      'wrong: a query is one statement, these are 2',
    );
    expect(await refusal("SELECT 'a;b'; /* ; */ SELECT 2")).toMatch('these are 2');
    expect(await refusal(' ;-- nothing')).toMatch('wrong: the query is empty');
    expect(await refusal('SELECT missing FROM turn')).toBe('wrong: SQLite says: no such column: missing');
    expect(await refusal('SELECT * FROM executions')).toMatch(
      'wrong: SQLite says: no such table: executions; ask execution, event or queue',
    );
    expect(await refusal("SELECT 'open")).toMatch('wrong: SQLite says: unrecognized token');
    expect(await refusal('SELECT 1) UNION SELECT sealed FROM (SELECT sealed FROM credential')).toMatch(
      'syntax error',
    );
  });

  it('is what would take too much time, memory or room, and nobody else waits for it', async () => {
    const endless =
      'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    expect(await refusal(endless, { timeLimit: 300 })).toMatch(
      'excessive: the query was stopped after 0.3 s',
    );
    expect(await refusal('SELECT zeroblob(900000000)')).toMatch(
      'excessive: the query needs more than 256 MiB',
    );
    expect(await refusal('SELECT zeroblob(1000000) FROM generate_series(1, 50)')).toMatch(
      'excessive: the answer has more than 16 MiB',
    );
    const abort = new AbortController();
    const given = refusal(endless, { signal: abort.signal });
    abort.abort();
    expect(await given).toMatch('nobody waits');
  });
});

describe('a file that cannot be read', () => {
  const failure = (path: string) =>
    new SqliteQueryStore(path).query({ sql: 'SELECT count(*) FROM turn', limit: 1 }).then(
      () => expect.fail('answered'),
      (error: unknown) => error,
    );

  it('is a failure of the store, not of the query, and says what to do', async () => {
    const path = await mkdtemp(join(tmpdir(), 'noetl-query-'));
    const file = join(path, 'noetl.db');
    expect(await failure(path)).toMatchObject({
      name: 'StoreError',
      code: 'store_directory_unusable',
      message: `${file}: it cannot be opened (unable to open database file): check that it is there and that this user may read and write it and its directory`,
    });
    await writeFile(file, 'no database at all'.repeat(300));
    expect(await failure(path)).toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('the file is no SQLite database'),
    });
  });

  it('is also one that is damaged', async () => {
    const path = await mkdtemp(join(tmpdir(), 'noetl-query-'));
    await (await openDataDirectory(path)).close();
    await truncate(join(path, 'noetl.db'), 9_000);
    expect(await failure(path)).toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('restore it from a backup'),
    });
  });
});
