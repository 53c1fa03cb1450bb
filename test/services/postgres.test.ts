import { beforeAll, expect, it } from 'vitest';
import { describeWith, found } from '../support/services/describe-with.ts';
import { startPostgres, type TestDatabase } from '../support/services/start.ts';

describeWith('postgres', 'a real PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startPostgres();
  });

  it('answers a query', async () => {
    expect(await database.query('select 1')).toBe('1');
  });

  it('is the version that was found', async () => {
    const version = await database.query('show server_version_num');
    expect(Math.floor(Number(version) / 10_000)).toBe(found('postgres').major);
  });

  it('listens on 127.0.0.1 only', async () => {
    expect(await database.query('show listen_addresses')).toBe('127.0.0.1');
  });

  it('gives every caller a database of its own, copied from a template', async () => {
    await database.query('create table mine (n int); insert into mine values (7)');
    const copy = await startPostgres({ template: database.database });
    await copy.query('delete from mine');
    expect(await copy.query('select count(*) from mine')).toBe('0');
    expect(await database.query('select n from mine')).toBe('7');
  });

  it('reports what PostgreSQL complains about', async () => {
    await expect(database.query('select nonsense')).rejects.toThrow('column "nonsense" does not exist');
  });
});
