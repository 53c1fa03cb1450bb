import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { GroupCommit, type Writer } from './group-commit.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openDatabase } from './open-database.ts';
import { SqliteResultStore } from './result-store.ts';
import { DURABLE } from './sql/pragmas.ts';
import { WRITES } from './sql/writes.ts';
import { WriterConnection } from './writer-connection.ts';

const MIB = 1024 * 1024;

let folder: string;
let reader: Connection;
let connection: WriterConnection;
let sizes: number[];
let results: SqliteResultStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-body-'));
  reader = openDatabase(join(folder, 'a.db'), { migrations: MIGRATIONS, pragmas: DURABLE });
  connection = await WriterConnection.open(reader.path, { pragmas: DURABLE, statements: WRITES });
  const commits = new GroupCommit(connection);
  sizes = [];
  const writer: Writer = {
    submit: (work, bytes) => {
      sizes.push(bytes);
      return commits.submit(work, bytes);
    },
  };
  results = new SqliteResultStore(reader, writer);
});
afterEach(() => {
  connection.close();
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = (table: string) => Number(reader.prepare(`SELECT count(*) FROM ${table}`).get()?.[0]);

/** A body of so many megabytes, and how it ends. */
async function* megabytes(n: number, end: () => void = () => {}): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < n; i++) yield Buffer.alloc(MIB, i);
  end();
}

const fail = () => {
  throw new Error('cut');
};

test('a body is written one piece per commit', async () => {
  await results.write('1', 'a', { format: () => 'binary', chunks: megabytes(5) });
  expect(sizes.filter(size => size > 0)).toEqual([MIB, MIB, MIB, MIB, MIB]);
});

test('nothing is left of a body that ends too early', async () => {
  const chunks = megabytes(40, fail);
  await expect(results.write('1', 'a', { format: () => 'binary', chunks })).rejects.toThrow('cut');
  expect([count('result'), count('result_chunk')]).toEqual([0, 0]);
});

test('a body that is there already is not kept twice', async () => {
  const write = () => results.write('1', 'a', { format: () => 'binary', chunks: megabytes(3) });
  expect(await write()).toEqual(await write());
  expect([count('result'), count('result_chunk')]).toEqual([1, 3]);
});

test('a writer that is gone leaves a draft that nobody sees', async () => {
  const writing = results.write('1', 'a', {
    format: () => 'text',
    chunks: megabytes(2, () => connection.close()),
  });
  await expect(writing).rejects.toMatchObject({ code: 'store_closed' });
  expect(count('result_chunk')).toBe(2);
  expect(await results.list('1', { limit: 9 })).toEqual([]);
  const [address] = reader.prepare('SELECT CAST(uri AS BLOB) FROM result').get() ?? [];
  expect(await results.get(Buffer.from(address as Uint8Array).toString())).toBeUndefined();
});
