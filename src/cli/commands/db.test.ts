import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RemoteCli } from '../../../test/support/remote-cli.ts';
import { storedDatabase } from '../../../test/support/stored-queries.ts';
import { openDataDirectory } from '../../adapters/sqlite/data-directory.ts';

let remote: RemoteCli;
let data: string;
beforeAll(async () => {
  remote = await RemoteCli.open({ services: { database: storedDatabase } });
});
afterAll(() => remote.close());
beforeEach(async () => {
  data = join(await mkdtemp(join(tmpdir(), 'noetl-db-')), 'data');
});

const db = (...args: readonly string[]) => remote.run('db', ...args, '--data-dir', data);

describe('noetl db', () => {
  it('creates the database and finds it valid, twice and while it is held', async () => {
    expect(await db('validate')).toMatchObject({ code: 1, out: expect.stringContaining('noetl db init') });
    for (const action of ['init', 'init', 'validate']) {
      const { code, out } = await db(action);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/^ok {2}\S+data\nnoetl\.db is whole: .*\nlogs\.db is whole: .*\n$/),
      ]);
    }
    const held = await openDataDirectory(data);
    expect(await db('init')).toMatchObject({ code: 0 });
    await held.close();
  });

  it('tells as JSON what there is', async () => {
    await db('init');
    expect(JSON.parse((await db('validate', '-o', 'json')).out)).toMatchObject({
      status: 'ok',
      valid: true,
      tables: expect.arrayContaining(['turn', 'event', 'queue', 'catalog', 'log']),
      missing: [],
    });
  });

  it('finds damage', async () => {
    await db('init');
    const file = await open(join(data, 'noetl.db'), 'r+');
    await file.write(Buffer.alloc(8192, 7), 0, 8192, 4096);
    await file.close();
    expect(await db('validate')).toMatchObject({
      code: 1,
      out: expect.stringContaining('noetl.db is damaged'),
    });
  });

  it('prints the path of its file', async () => {
    expect(await db('path')).toEqual({ code: 0, out: `${join(data, 'noetl.db')}\n`, err: '' });
  });

  it('does the same with a server', async () => {
    for (const action of ['init', 'validate']) {
      expect(await remote.run('db', action)).toMatchObject({
        code: 0,
        out: expect.stringContaining('is whole'),
      });
    }
    expect((await remote.run('db', 'path')).out).toBe(`${join(storedDatabase.directory, 'noetl.db')}\n`);
  });
});
