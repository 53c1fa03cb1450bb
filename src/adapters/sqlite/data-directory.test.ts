import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataEvent, startedEvent, turnOf } from '../../../test/conformance/turns.ts';
import { Connection } from './connection.ts';
import { type DataDirectory, openDataDirectory, openDataDirectoryForReading } from './data-directory.ts';

describe('a data directory', () => {
  let folder: string;
  let path: string;
  let opened: { close(): Promise<void> }[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-directory-'));
    path = join(folder, 'deep', 'data');
    opened = [];
  });
  afterEach(async () => {
    for (const each of opened) await each.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (): Promise<DataDirectory> => {
    const directory = await openDataDirectory(path);
    opened.push(directory);
    return directory;
  };
  const openForReading = async () => {
    const reader = await openDataDirectoryForReading(path);
    opened.push(reader);
    return reader;
  };

  it('is created with its parents, for its owner alone', async () => {
    await open();
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('is given no key by somebody who reads', async () => {
    const asked = { playbook: 'h', name: 'n', scope: 'global', executionId: undefined, asked: 'x' } as const;
    for (const { keychain } of [await open(), await openForReading()]) {
      expect(await keychain.find(asked, 1)).toBeUndefined();
    }
    expect(readdirSync(path)).not.toContain('key');
  });

  it('keeps everything from one opening to the next', async () => {
    const first = await open();
    await first.events.append(turnOf('1', 1, startedEvent('1')));
    const { uri } = await first.results.put('1', 'a', { big: 2n ** 70n });
    await first.playbooks.keep('h', { text: 'a: 1', source: 'a.yaml' });
    const address = { executionId: '1', commandId: 'c', attempt: 1 };
    first.logs.write(address, [{ at: 1, stream: 'stdout', text: 'hello' }]);
    await first.close();

    const second = await open();
    expect(await second.events.read('1')).toEqual([turnOf('1', 1, startedEvent('1'))]);
    expect(await second.results.get(uri)).toEqual({ big: 2n ** 70n });
    expect(await second.playbooks.find('h')).toEqual({ text: 'a: 1', source: 'a.yaml' });
    expect(await second.logs.read({ executionId: '1' })).toEqual([
      { ...address, at: 1, stream: 'stdout', text: 'hello' },
    ]);
  });

  it('acknowledges nothing once its files are gone from their place, and goes on when they are back', async () => {
    const directory = await open();
    await directory.events.append(turnOf('1', 1, startedEvent('1')));
    renameSync(path, `${path}-elsewhere`);
    await expect(directory.events.append(turnOf('1', 2, dataEvent({})))).rejects.toMatchObject({
      code: 'store_moved',
      retryable: true,
      message: expect.stringMatching(/noetl\.db was deleted or moved while it was in use/),
    });
    await expect(directory.credentials.list({})).resolves.toEqual([]);
    renameSync(`${path}-elsewhere`, path);
    await directory.events.append(turnOf('1', 2, dataEvent({})));
    expect(await directory.events.read('1')).toHaveLength(2);
  });

  it('acknowledges nothing to a file that has taken the place of its own', async () => {
    const directory = await open();
    copyFileSync(join(path, 'noetl.db'), join(path, 'copy'));
    renameSync(join(path, 'copy'), join(path, 'noetl.db'));
    await expect(directory.events.append(turnOf('1', 1, startedEvent('1')))).rejects.toMatchObject({
      code: 'store_moved',
    });
  });

  it('counts its openings and remembers the last event id', async () => {
    const first = await open();
    expect([first.incarnation, first.lastEventId]).toEqual([1, undefined]);
    await first.events.append(turnOf('1', 1, dataEvent({}, '9007199254740993')));
    await first.close();
    const second = await open();
    expect([second.incarnation, second.lastEventId]).toEqual([2, '9007199254740993']);
  });

  it('puts everything into the database when it is closed', async () => {
    const directory = await open();
    await directory.events.append(turnOf('1', 1, startedEvent('1')));
    await directory.close();
    expect(statSync(join(path, 'noetl.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  describe('that another one has open', () => {
    it('is refused to a second writer, who is told whose it is', async () => {
      await open();
      await expect(openDataDirectory(path)).rejects.toMatchObject({
        code: 'store_in_use',
        message: expect.stringMatching(
          new RegExp(
            `${path} is in use: process ${process.pid} on \\S+ has been using it since 20\\S+Z\\. End`,
          ),
        ),
      });
    });

    it('is refused to a second process, too', async () => {
      await open();
      const script = `const db = new (require('libsql'))(${JSON.stringify(join(path, 'lock.db'))});
        try { db.exec('BEGIN EXCLUSIVE'); console.log('taken') } catch (error) { console.log(error.code) }`;
      const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
      expect(stdout.trim()).toBe('SQLITE_BUSY');
    });

    it('is free again once that one is closed', async () => {
      await (await open()).close();
      await expect(open()).resolves.toBeDefined();
    });

    it('can be read meanwhile, and shows what has just been written', async () => {
      const writer = await open();
      const reader = await openForReading();
      await writer.events.append(turnOf('1', 1, startedEvent('1')));
      expect(await reader.events.read('1')).toHaveLength(1);
      await writer.events.append(turnOf('1', 2, dataEvent({})));
      expect(await reader.events.read('1')).toHaveLength(2);
      expect((await reader.events.list())[0]?.version).toBe(2);
    });

    it('cannot be written by a reader', async () => {
      await open();
      const reader = await openForReading();
      await expect(reader.events.append(turnOf('1', 1, startedEvent('1')))).rejects.toMatchObject({
        code: 'store_read_only',
      });
      await expect(reader.results.put('1', 'a', 1)).rejects.toMatchObject({ code: 'store_read_only' });
      await expect(reader.playbooks.keep('h', { text: '', source: '' })).rejects.toMatchObject({
        code: 'store_read_only',
      });
    });
  });

  describe('that cannot be used', () => {
    it('is refused to a reader if it is none', async () => {
      await expect(openDataDirectoryForReading(path)).rejects.toMatchObject({
        code: 'store_directory_unusable',
        message: expect.stringContaining('is no data directory'),
      });
    });

    it('is refused if a file stands in its place', async () => {
      mkdirSync(join(folder, 'deep'));
      writeFileSync(path, 'something else');
      await expect(openDataDirectory(path)).rejects.toMatchObject({ code: 'store_directory_unusable' });
    });

    it('is refused if its parent does not let it be created', async () => {
      writeFileSync(join(folder, 'deep'), 'no directory');
      await expect(openDataDirectory(path)).rejects.toMatchObject({
        code: 'store_directory_unusable',
        message: expect.stringContaining('cannot be created'),
      });
    });

    it.each(['noetl.db', 'logs.db', 'lock.db'])(
      'is refused, and unlocked, if %s is no database',
      async file => {
        mkdirSync(path, { recursive: true });
        writeFileSync(join(path, file), 'x'.repeat(10_000));
        await expect(openDataDirectory(path)).rejects.toMatchObject({
          code: 'store_corrupt',
          message: expect.stringMatching(new RegExp(`${file}: the file is no SQLite database .*: restore`)),
        });
        rmSync(join(path, file));
        await expect(open()).resolves.toBeDefined();
      },
    );

    it('is refused if a newer version of noetl wrote it, and left as it is', async () => {
      await (await open()).close();
      change(`INSERT INTO migration VALUES (999, 'from-the-future', '', 0)`);
      const refused = {
        code: 'store_too_new',
        message: expect.stringMatching(/migration 999, from-the-future; .*update noetl/),
      };
      await expect(openDataDirectory(path)).rejects.toMatchObject(refused);
      await expect(openDataDirectoryForReading(path)).rejects.toMatchObject(refused);
      change('DELETE FROM migration WHERE number = 999');
      await expect(open()).resolves.toBeDefined();
    });

    it('is refused if its schema was made by other migrations', async () => {
      await (await open()).close();
      change(`UPDATE migration SET checksum = 'other' WHERE number = 1`);
      await expect(openDataDirectory(path)).rejects.toMatchObject({ code: 'store_migration_changed' });
    });

    it('is refused to a reader until it has been migrated', async () => {
      await (await open()).close();
      change('DELETE FROM migration WHERE number = (SELECT max(number) FROM migration)');
      await expect(openDataDirectoryForReading(path)).rejects.toMatchObject({ code: 'store_too_old' });
    });
  });

  it('leaves nothing behind but its own files', async () => {
    await (await open()).close();
    expect(readdirSync(path).filter(name => !/^(noetl|logs|lock)\.db(-wal|-shm)?$/.test(name))).toEqual([
      'holder.json',
    ]);
  });

  /** Somebody's hand in the database. */
  function change(sql: string): void {
    const connection = new Connection(join(path, 'noetl.db'));
    connection.exec(sql);
    connection.close();
  }
});
