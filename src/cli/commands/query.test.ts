import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RemoteCli } from '../../../test/support/remote-cli.ts';
import { storedQueries } from '../../../test/support/stored-queries.ts';
import { type DataDirectory, openDataDirectory } from '../../adapters/sqlite/data-directory.ts';

let remote: RemoteCli;
let held: DataDirectory;

// The directory is held by a writer all the time.
beforeAll(async () => {
  remote = await RemoteCli.open({ services: { queries: storedQueries } });
  held = await openDataDirectory(await mkdtemp(join(tmpdir(), 'noetl-query-')));
});
afterAll(async () => {
  await held.close();
  await remote.close();
});

const here = (sql: string, ...more: string[]) => remote.run('query', sql, '--data-dir', held.path, ...more);

const ROWS = `SELECT 1 AS n, 'a"b' AS t, NULL AS gap UNION ALL SELECT 22, '', 'x'`;

describe('noetl query', () => {
  it('draws a box, with NULL and the number of rows', async () => {
    expect(await here(ROWS)).toEqual({
      code: 0,
      err: '',
      out: `┌────┬─────┬──────┐
│  n │ t   │ gap  │
├────┼─────┼──────┤
│  1 │ a"b │ NULL │
│ 22 │     │ x    │
└────┴─────┴──────┘
(2 rows)
`,
    });
  });

  it('answers the same on a server', async () => {
    expect(await remote.run('query', ROWS)).toEqual(await here(ROWS));
  });

  it('writes JSON, YAML and CSV for programs', async () => {
    expect(JSON.parse((await here('SELECT 1 AS a, 2 AS a', '-f', 'json')).out)).toEqual([{ a: 1, a_2: 2 }]);
    expect((await here('SELECT 1 AS a', '--format', 'yaml')).out).toBe('- a: 1\n');
    expect((await here(ROWS, '-f', 'csv')).out).toBe('n,t,gap\n1,"a""b",\n22,"",x\n');
    expect(await here('SELECT 1', '-f', 'xml')).toMatchObject({ code: 2 });
    for (const form of ['json', 'yaml', 'csv', 'table'])
      expect(await here(ROWS, '-o', form)).toEqual(await here(ROWS, '-f', form));
    expect(await here('SELECT 1', '-o', 'json', '-f', 'csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be used with'),
    });
  });

  it('says that there are more rows, and that there are no schemas', async () => {
    const { out, err } = await here('SELECT value FROM generate_series(1, 5)', '--limit', '2', '-s', 'noetl');
    expect(out).toContain('(2 rows)');
    expect(err).toBe(
      'there are no schemas here: --schema noetl is ignored\nthe first 2 rows; there are more than --limit 2\n',
    );
  });

  it('says what is wrong, here and on a server, with exit code 2', async () => {
    for (const run of [here, (sql: string) => remote.run('query', sql)]) {
      expect(await run('DELETE FROM turn')).toMatchObject({
        code: 2,
        err: expect.stringContaining('only reads'),
      });
      expect(await run('SELECT sealed FROM credential')).toMatchObject({ code: 2, out: '' });
      expect(await run('SELECT')).toMatchObject({ code: 2, err: expect.stringContaining('SQLite says') });
    }
    expect(await here('SELECT 1', '--limit', 'many')).toMatchObject({ code: 2 });
    const nowhere = await remote.run('query', 'SELECT 1', '--data-dir', join(held.path, 'nowhere'));
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('is no data directory') });
  });

  it('says what to do about a database that cannot be opened, here and on a server', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'noetl-query-'));
    const { SqliteQueryStore } = await import('../../adapters/sqlite/query/query-store.ts');
    const broken = await RemoteCli.open({ services: { queries: new SqliteQueryStore(empty) } });
    const { code, err } = await broken.run('query', 'SELECT 1');
    await broken.close();
    expect(code).toBe(1);
    expect(err).toMatch(/^error: .*noetl.db: it cannot be opened .*: check that it is there/);
    await writeFile(join(empty, 'noetl.db'), 'no database at all'.repeat(300));
    expect(await remote.run('query', 'SELECT 1', '--data-dir', empty)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the file is no SQLite database'),
    });
  });
});
