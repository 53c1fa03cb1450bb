import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataEvent, turnOf } from '../../../test/conformance/turns.ts';
import type { Connection } from './connection.ts';
import { SqliteEventStore } from './event-store.ts';
import { GroupCommit } from './group-commit.ts';
import { LOG_MIGRATIONS } from './log-migrations/index.ts';
import { SqliteLogStore } from './log-store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openDatabase } from './open-database.ts';
import { SqliteResultStore } from './result-store.ts';
import { DURABLE, RELAXED } from './sql/pragmas.ts';
import { WRITES } from './sql/writes.ts';
import { WriterConnection } from './writer-connection.ts';

const large = dataEvent({ text: 'x'.repeat(100_000) });
const small = dataEvent({});

// SQLite reports a database that may not grow as it reports a disk that is full.
describe('a disk that is full', () => {
  let folder: string;
  let reader: Connection;
  let opened: WriterConnection[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-full-'));
    reader = openDatabase(join(folder, 'a.db'), { migrations: MIGRATIONS, pragmas: DURABLE });
    opened = [];
  });
  afterEach(() => {
    for (const each of [...opened, reader]) each.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A writer that may make the database so many pages larger than it is now. */
  const writerWithRoomFor = async (pages: number) => {
    const inUse = Number(reader.prepare('PRAGMA page_count').get()?.[0]);
    const pragmas = `${DURABLE}; PRAGMA max_page_count = ${inUse + pages}`;
    const connection = await WriterConnection.open(reader.path, { pragmas, statements: WRITES });
    opened.push(connection);
    return new GroupCommit(connection);
  };

  it('refuses a turn with a reason, and keeps all others', async () => {
    const events = new SqliteEventStore(reader, await writerWithRoomFor(1));
    await events.append(turnOf('1', 1, small));
    await expect(events.append(turnOf('1', 2, large))).rejects.toMatchObject({
      code: 'store_full',
      retryable: true,
      message: expect.stringMatching(/a\.db: the disk is full .*: free some space; nothing .* is lost/),
    });
    expect(await events.read('1')).toEqual([turnOf('1', 1, small)]);
    expect((await events.summary('1'))?.version).toBe(1);
  });

  it('refuses only those of a group that do not fit', async () => {
    const events = new SqliteEventStore(reader, await writerWithRoomFor(4));
    const [first, second, third] = await Promise.allSettled([
      events.append(turnOf('1', 1, small)),
      events.append(turnOf('2', 1, large)),
      events.append(turnOf('3', 1, small)),
    ]);
    expect([first, third]).toEqual([1, 3].map(() => ({ status: 'fulfilled', value: 'appended' })));
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'store_full' } });
    expect(await events.open()).toEqual(['1', '3']);
  });

  it('still takes what fits, and everything once there is room again', async () => {
    const full = new SqliteEventStore(reader, await writerWithRoomFor(1));
    await expect(full.append(turnOf('1', 1, large))).rejects.toMatchObject({ code: 'store_full' });
    expect(await full.append(turnOf('1', 1, small))).toBe('appended');
    const roomy = new SqliteEventStore(reader, await writerWithRoomFor(1_000));
    expect(await roomy.append(turnOf('1', 2, large))).toBe('appended');
  });

  it('leaves no piece of a value that does not fit', async () => {
    const results = new SqliteResultStore(reader, await writerWithRoomFor(300));
    await expect(results.put('1', 'a', 'x'.repeat(5_000_000))).rejects.toMatchObject({ code: 'store_full' });
    expect(reader.prepare('SELECT count(*) FROM result_chunk').get()).toEqual([0n]);
    const { uri } = await results.put('1', 'a', 'x'.repeat(100_000));
    expect(await results.get(uri)).toHaveLength(100_000);
  });

  it('costs a command its printed lines, which are counted, and nothing else', async () => {
    const database = openDatabase(join(folder, 'logs.db'), { migrations: LOG_MIGRATIONS, pragmas: RELAXED });
    const logs = new SqliteLogStore(database);
    database.exec('PRAGMA max_page_count = 1');
    logs.write({ executionId: '1', commandId: 'c', attempt: 1 }, [
      { at: 1, stream: 'stdout', text: 'x'.repeat(50_000) },
    ]);
    await logs.flush();
    expect(logs.lost).toEqual({ lines: 1, bytes: 50_032 });
    expect(await logs.read({ executionId: '1' })).toEqual([]);
    database.close();
  });
});
