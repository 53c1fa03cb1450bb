import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { dataEvent, startedEvent, turnOf } from '../conformance/turns.ts';
import { bundleScript } from './store-bundle.ts';

const TURNS = 30;

/** The turns of the one execution in the directory; every few are larger than a page. */
const written = Array.from({ length: TURNS }, (_, index) =>
  index === 0
    ? turnOf('1', 1, startedEvent('1'))
    : turnOf('1', index + 1, dataEvent({ index, text: 'abcdefgh'.repeat(index % 4 === 0 ? 2_000 : 20) })),
);

describe('a data directory that was damaged', () => {
  let folder: string;
  let crashed: string;
  let closed: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-damage-'));
    crashed = join(folder, 'crashed');
    closed = join(folder, 'closed');
    const live = join(folder, 'live');
    const stores = await openDataDirectory(live);
    for (const turn of written) await stores.events.append(turn);
    // By another process: one that opened and closed these files itself would drop SQLite's locks.
    spawnSync('cp', ['-r', live, crashed]);
    await stores.close();
    spawnSync('cp', ['-r', live, closed]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A copy of a directory, damaged, opened and read: what is in it, or how it was refused. */
  async function readDamaged(from: string, damage: (directory: string) => void) {
    const directory = mkdtempSync(join(folder, 'copy-'));
    cpSync(from, directory, { recursive: true });
    damage(directory);
    try {
      const stores = await openDataDirectory(directory);
      try {
        return { turns: await stores.events.read('1'), summary: await stores.events.summary('1') };
      } finally {
        await stores.close();
      }
    } catch (error) {
      return { error: error as Error & { code?: string } };
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  function overwrite(file: string, position: number, bytes: Uint8Array): void {
    const handle = openSync(file, 'r+');
    writeSync(handle, bytes, 0, bytes.length, position);
    closeSync(handle);
  }

  it('has all its turns as it was found after a crash', async () => {
    const { turns, summary } = await readDamaged(crashed, () => {});
    expect(turns).toEqual(written);
    expect(summary?.version).toBe(TURNS);
  });

  it('has the turns up to where its write-ahead log was cut off', async () => {
    const { size } = statSync(join(crashed, 'noetl.db-wal'));
    const counts: number[] = [];
    for (let part = 0; part <= 20; part++) {
      const length = Math.floor((size * part) / 20);
      const { turns, error } = await readDamaged(crashed, directory =>
        truncateSync(join(directory, 'noetl.db-wal'), length),
      );
      expect(error).toBeUndefined();
      expect(turns).toEqual(written.slice(0, turns?.length));
      counts.push(turns?.length ?? -1);
    }
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect([counts[0], counts.at(-1)]).toEqual([0, TURNS]);
  });

  it('has the turns before the damage in its write-ahead log', async () => {
    const { size } = statSync(join(crashed, 'noetl.db-wal'));
    for (let part = 1; part <= 20; part++) {
      const position = Math.floor((size * part) / 21);
      const { turns, error } = await readDamaged(crashed, directory =>
        overwrite(join(directory, 'noetl.db-wal'), position, Buffer.from('damage')),
      );
      expect(error).toBeUndefined();
      expect(turns).toEqual(written.slice(0, turns?.length));
    }
  });

  it.each([
    ['zeros', () => Buffer.alloc(4096)],
    ['noise', (page: number) => Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 31 + page) % 256))],
  ])('gives what was written or a clear error, never something else, for a page of %s', async (_, pageOf) => {
    const pages = statSync(join(closed, 'noetl.db')).size / 4096;
    for (let page = 0; page < pages; page++) {
      const { turns, error } = await readDamaged(closed, directory =>
        overwrite(join(directory, 'noetl.db'), page * 4096, pageOf(page)),
      );
      if (error) expect(error).toMatchObject({ name: 'StoreError', code: 'store_corrupt' });
      else expect(turns).toEqual(written);
    }
  });

  it('says which file it is if its database was cut off', async () => {
    const { error } = await readDamaged(closed, directory => truncateSync(join(directory, 'noetl.db'), 5000));
    expect(error?.code).toBe('store_corrupt');
    expect(error?.message).toMatch(/noetl\.db: the file is damaged .*: restore it from a backup/);
  });

  it('is refused with a reason if it may not be written', async () => {
    const directory = join(folder, 'forbidden');
    cpSync(closed, directory, { recursive: true });
    chmodSync(folder, 0o755);
    chmodSync(directory, 0o555);
    const script = await bundleScript('store-opener.ts');
    const { stdout } = spawnSync(process.execPath, [script.file, directory], { encoding: 'utf8' });
    script.remove();
    chmodSync(directory, 0o755);
    const [code, message] = stdout.split('\n');
    expect(code).toMatch(/^store_(read_only|directory_unusable)$/);
    expect(message).toMatch(/lock\.db: .* check /);
  });
});
