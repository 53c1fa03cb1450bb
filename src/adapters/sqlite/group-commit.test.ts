import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import { DURABLE } from './sql/pragmas.ts';
import { WriterConnection } from './writer-connection.ts';

const INSERT = 'INSERT INTO t VALUES (?)';

describe('group commit', () => {
  let folder: string;
  let reader: Connection;
  let connection: WriterConnection;
  let commits: MockInstance<() => Promise<void>>;
  let writer: GroupCommit;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-group-'));
    reader = new Connection(join(folder, 'a.db'));
    reader.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
    connection = await WriterConnection.open(reader.path, { pragmas: DURABLE, statements: [INSERT] });
    commits = vi.spyOn(connection, 'commit');
    writer = new GroupCommit(connection);
  });
  afterEach(() => {
    connection.close();
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = (n: number, bytes = 10) => writer.submit(run => run(INSERT, n), bytes);
  const rows = () => reader.prepare('SELECT n FROM t ORDER BY n').all().flat().map(Number);

  it('makes one commit of what is submitted together', async () => {
    await Promise.all([1, 2, 3].map(n => insert(n)));
    expect(commits).toHaveBeenCalledTimes(1);
    expect(rows()).toEqual([1, 2, 3]);
  });

  it('puts into the next commit what is submitted when the last one is acknowledged', async () => {
    const run = async (from: number) => {
      for (let n = from; n < from + 5; n++) await insert(n);
    };
    await Promise.all([run(0), run(10), run(20)]);
    expect(commits).toHaveBeenCalledTimes(5);
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
    const half = writer.submit(run => {
      run(INSERT, 7);
      throw new Error('and then it broke');
    }, 10);
    const other = insert(8);
    await expect(half).rejects.toThrow('and then it broke');
    await other;
    expect(rows()).toEqual([8]);
  });

  it('bounds the size of a commit', async () => {
    await Promise.all([1, 2, 3, 4].map(n => insert(n, 9 * 1024 * 1024)));
    expect(commits).toHaveBeenCalledTimes(4);
    await Promise.all(Array.from({ length: 1500 }, (_, n) => insert(n + 10)));
    expect(commits).toHaveBeenCalledTimes(6);
  });

  it('takes what comes while a commit is on its way into the next one', async () => {
    let finish = () => {};
    const isOnItsWay = new Promise<void>(resolve => {
      commits.mockImplementationOnce(async () => {
        resolve();
        await new Promise<void>(done => {
          finish = done;
        });
        commits.mockRestore();
        commits = vi.spyOn(connection, 'commit');
        await connection.commit();
      });
    });
    const first = insert(1);
    await isOnItsWay;
    const others = [2, 3, 4].map(n => insert(n));
    expect(rows()).toEqual([]);
    finish();
    await first;
    expect(rows()).toEqual([1]);
    await Promise.all(others);
    expect(rows()).toEqual([1, 2, 3, 4]);
    expect(commits).toHaveBeenCalledTimes(2);
  });

  it('tries each write alone when the commit itself fails', async () => {
    commits.mockRejectedValueOnce(new Error('the disk is on fire'));
    await Promise.all([1, 2].map(n => insert(n)));
    expect(rows()).toEqual([1, 2]);
    expect(commits).toHaveBeenCalledTimes(3);
  });

  it('fails a lone write whose commit fails, and goes on with the next', async () => {
    commits.mockRejectedValueOnce(new Error('the disk is on fire'));
    await expect(insert(1)).rejects.toThrow('on fire');
    await insert(2);
    expect(rows()).toEqual([2]);
  });

  it('commits what is waiting when it is closed, and refuses the rest', async () => {
    const waiting = [1, 2].map(n => insert(n));
    await writer.close();
    await Promise.all(waiting);
    await expect(insert(3)).rejects.toMatchObject({ code: 'store_closed' });
    expect(rows()).toEqual([1, 2]);
  });
});
