import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';

/** Counts transactions instead of files on disk. */
class CountingConnection extends Connection {
  commits = 0;
  override transaction<T>(work: () => T): T {
    const result = super.transaction(work);
    this.commits += 1;
    return result;
  }
}

describe('group commit', () => {
  let connection: CountingConnection;
  let writer: GroupCommit;
  beforeEach(() => {
    connection = new CountingConnection(':memory:');
    connection.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
    writer = new GroupCommit(connection);
  });
  afterEach(() => connection.close());

  const insert = (n: number, bytes = 10) =>
    writer.submit(() => connection.prepare('INSERT INTO t VALUES (?)').run(n), bytes);
  const rows = () => connection.prepare('SELECT n FROM t ORDER BY n').all().flat().map(Number);

  it('makes one commit of what is submitted together', async () => {
    await Promise.all([1, 2, 3].map(n => insert(n)));
    expect(connection.commits).toBe(1);
    expect(rows()).toEqual([1, 2, 3]);
  });

  it('puts into the next commit what is submitted when the last one is acknowledged', async () => {
    const run = async (from: number) => {
      for (let n = from; n < from + 5; n++) await insert(n);
    };
    await Promise.all([run(0), run(10), run(20)]);
    expect(connection.commits).toBe(5);
    expect(rows()).toHaveLength(15);
  });

  it('resolves to what the work returns', async () => {
    expect(await Promise.all([writer.submit(() => 'a', 1), writer.submit(() => 2, 1)])).toEqual(['a', 2]);
  });

  it('keeps the others when one fails', async () => {
    const answers = await Promise.allSettled([1, 2, 1, 3].map(n => insert(n)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(rows()).toEqual([1, 2, 3]);
  });

  it('undoes all of the one that fails', async () => {
    const half = writer.submit(() => {
      connection.exec('INSERT INTO t VALUES (7)');
      throw new Error('and then it broke');
    }, 10);
    const other = insert(8);
    await expect(half).rejects.toThrow('and then it broke');
    await other;
    expect(rows()).toEqual([8]);
  });

  it('bounds the size of a commit', async () => {
    await Promise.all([1, 2, 3, 4].map(n => insert(n, 9 * 1024 * 1024)));
    expect(connection.commits).toBe(4);
    await Promise.all(Array.from({ length: 1500 }, (_, n) => insert(n + 10)));
    expect(connection.commits).toBe(6);
  });

  it('commits what is waiting when it is closed, and refuses the rest', async () => {
    const waiting = [1, 2].map(n => insert(n));
    writer.close();
    await Promise.all(waiting);
    await expect(insert(3)).rejects.toMatchObject({ code: 'store_closed' });
    expect(rows()).toEqual([1, 2]);
  });
});
