import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completedEvent, dataEvent, startedEvent, turnOf } from '../../../test/conformance/turns.ts';
import { Connection } from './connection.ts';
import { type DataDirectory, openDataDirectory, openDataDirectoryForReading } from './data-directory.ts';
import { logs } from './log-migrations/0001-logs.ts';
import { LOG_MIGRATIONS } from './log-migrations/index.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { MARK_FAMILY, READ_FAMILY, READ_RERUNS } from './sql/removal.ts';

describe('removing from SQLite', () => {
  let folder: string;
  let opened: { close(): Promise<void> }[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-retention-'));
    opened = [];
  });
  afterEach(async () => {
    for (const each of opened) await each.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const data = () => join(folder, 'data');
  const open = async (): Promise<DataDirectory> => {
    const directory = await openDataDirectory(data());
    opened.push(directory);
    return directory;
  };
  /** An execution of about a megabyte. */
  const leave = async ({ events, logs: lines, results }: DataDirectory, id: string) => {
    const text = 'x'.repeat(50_000);
    await events.append(turnOf(id, 1, startedEvent(id)));
    for (let version = 2; version < 12; version++)
      await events.append(turnOf(id, version, dataEvent({ text })));
    await events.append(turnOf(id, 12, completedEvent));
    await results.put(id, 'large', 'y'.repeat(300_000));
    lines.write({ executionId: id, commandId: 'c', attempt: 1 }, [{ at: 1, stream: 'stdout', text }]);
    await lines.flush();
  };

  it('makes the files smaller', async () => {
    const directory = await open();
    for (const id of ['1', '2', '3', '4']) await leave(directory, id);
    await directory.retention.compact();
    const before = await directory.retention.bytes();
    for (const id of ['1', '2', '3']) await directory.retention.remove(id);
    await directory.retention.compact();
    expect(await directory.retention.bytes()).toBeLessThan(before * 0.45);
    expect(await directory.events.read('4')).toHaveLength(12);
  });

  it('makes files smaller that were created before pages could be given back', async () => {
    mkdirSync(data());
    for (const name of ['noetl.db', 'logs.db']) {
      const old = new Database(join(data(), name));
      old.exec('CREATE TABLE first (a); DROP TABLE first');
      old.close();
    }
    const directory = await open();
    for (const id of ['1', '2', '3', '4']) await leave(directory, id);
    for (const id of ['1', '2', '3']) await directory.retention.remove(id);
    const before = await directory.retention.bytes();
    await directory.retention.compact();
    expect(await directory.retention.bytes()).toBeLessThan(before * 0.45);
    await leave(directory, '5');
    expect(await directory.events.read('5')).toHaveLength(12);
  });

  it('clears up the printed lines of an execution whose removal was interrupted', async () => {
    const directory = await open();
    const address = { executionId: '1', commandId: 'c', attempt: 1 };
    await leave(directory, '2');
    directory.logs.write(address, [{ at: 1, stream: 'stdout', text: 'left behind' }]);
    await directory.logs.flush();
    await directory.retention.compact();
    expect(await directory.logs.read(address)).toEqual([]);
    expect(await directory.logs.read({ executionId: '2' })).toHaveLength(1);
  });

  it('is refused to whoever reads only', async () => {
    const directory = await open();
    await leave(directory, '1');
    const reader = await openDataDirectoryForReading(data());
    opened.push(reader);
    const refused = { code: 'store_read_only' };
    await expect(reader.retention.remove('1')).rejects.toMatchObject(refused);
    await expect(reader.retention.removeLogs(99)).rejects.toMatchObject(refused);
    await expect(reader.snapshots.save('1', 2, {})).rejects.toMatchObject(refused);
    expect((await reader.retention.family('1'))?.members).toEqual(['1']);
  });

  it('takes a snapshot that was damaged for none', async () => {
    const directory = await open();
    await leave(directory, '1');
    await directory.snapshots.save('1', 3, { version: 3 });
    for (const damage of ["x'00112233'", "'text'", 'NULL || 7', 'substr(data, 1, 5)']) {
      const database = new Database(join(data(), 'noetl.db'));
      database.exec(`UPDATE snapshot SET data = coalesce(${damage}, 1)`);
      database.close();
      expect(await directory.snapshots.latest('1')).toBeUndefined();
    }
  });

  it('saves no snapshot of an execution that was removed', async () => {
    const directory = await open();
    await directory.snapshots.save('1', 3, {});
    expect(await directory.snapshots.latest('1')).toBeUndefined();
  });

  it('finds families and reruns by index, however many executions there are', () => {
    const database = new Database(':memory:');
    for (const { sql } of MIGRATIONS) database.exec(sql);
    for (const statement of [READ_FAMILY, READ_RERUNS, MARK_FAMILY]) {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all([1]) as { detail: string }[];
      const scanned = plan
        .map(({ detail }) => detail)
        .filter(detail => /^SCAN (?!family|member)/.test(detail));
      expect(scanned).toEqual([]);
    }
    database.close();
  });

  it('shows in the view of executions whose results one shares', async () => {
    const { events } = await open();
    const rerun = { ...startedEvent('2'), rerunOf: '1' } as ReturnType<typeof startedEvent>;
    await events.append(turnOf('1', 1, startedEvent('1')));
    await events.append(turnOf('2', 1, rerun));
    const database = new Connection(join(data(), 'noetl.db'), { readOnly: true });
    const rows = database.prepare('SELECT execution_id, rerun_of FROM execution ORDER BY execution_id').all();
    database.close();
    expect(rows).toEqual([
      [1n, null],
      [2n, 1n],
    ]);
  });

  it('keeps what was there when the tables get what removal needs', () => {
    const connection = new Connection(':memory:');
    migrate(connection, MIGRATIONS.slice(0, 6), 1);
    connection.exec(`INSERT INTO execution_summary VALUES (1, 'p', 'h', 'COMPLETED', 1, 2, NULL)`);
    migrate(connection, MIGRATIONS, 2);
    expect(connection.prepare('SELECT execution_id, rerun_of FROM execution').all()).toEqual([[1n, null]]);
    connection.close();
  });

  it('knows the age of logs that were written before ages were', () => {
    const connection = new Connection(':memory:');
    migrate(connection, [{ number: 1, name: 'logs', sql: logs }], 1);
    connection.exec(`INSERT INTO log VALUES (1, 1, 'c', 1, 0, 0, 0, 0), (2, 1, 'd', 1, 0, 0, 0, 0)`);
    connection.exec(`INSERT INTO log_chunk VALUES
      (1, 1, 0, 2, 0, '[[10,"stdout","a"],[20,"stdout","b"]]'), (2, 1, 1, 1, 0, '[[30,"stdout","c"]]')`);
    migrate(connection, LOG_MIGRATIONS, 2);
    expect(connection.prepare('SELECT written_at FROM log ORDER BY log_id').all()).toEqual([[30n], [null]]);
    connection.close();
  });
});
