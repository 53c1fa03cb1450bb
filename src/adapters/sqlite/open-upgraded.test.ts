import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { openDataDirectory, openDataDirectoryForReading } from './data-directory.ts';
import { DirectoryLock } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openUpgraded } from './open-upgraded.ts';

describe('a data directory that an older version wrote', () => {
  let path: string;
  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), 'noetl-older-'));
    await (await openDataDirectory(path)).close();
    const file = join(path, 'noetl.db');
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    const connection = new Connection(file);
    migrate(connection, MIGRATIONS.slice(0, -1), 0);
    connection.close();
  });
  afterEach(() => rmSync(path, { recursive: true }));

  it('is migrated by whoever reads it', async () => {
    await expect(openDataDirectoryForReading(path)).rejects.toMatchObject({ code: 'store_too_old' });
    const stores = await openUpgraded(path);
    expect(await stores.events.list()).toEqual([]);
    await stores.close();
    await (await openDataDirectoryForReading(path)).close();
  });

  it('is migrated once if several read it at the same time', async () => {
    const all = await Promise.all([openUpgraded(path), openUpgraded(path), openUpgraded(path)]);
    for (const stores of all) expect(await stores.events.list()).toEqual([]);
    await Promise.all(all.map(stores => stores.close()));
  });

  it('cannot be read while a process of that version has it, and it is said which', async () => {
    const lock = DirectoryLock.take(path, Date.now());
    await expect(openUpgraded(path, {}, 0)).rejects.toMatchObject({
      code: 'store_too_old',
      message: expect.stringMatching(
        /^an older version of noetl works here.*process \d+ on .*End that process/,
      ),
    });
    lock.release();
  });
});
