import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mappingOf } from '../../common/plain-value.ts';
import type { GivenKeys } from '../crypto/open-keyring.ts';
import { Connection } from './connection.ts';
import { type DataDirectory, openDataDirectory, openDataDirectoryForReading } from './data-directory.ts';

const SECRET = 'correct horse battery staple';
const keyText = (filling: number) => Buffer.alloc(32, filling).toString('base64');
const credential = (name: string) => ({ name, type: 'basic', data: mappingOf([['password', SECRET]]) });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function using<T>(work: (directory: DataDirectory) => Promise<T>, keys?: GivenKeys): Promise<T> {
  const directory = await openDataDirectory(folder, keys);
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

const add = (name: string, keys?: GivenKeys) =>
  using(({ credentials }) => credentials.put(credential(name), 1), keys);
const read = (name: string, keys?: GivenKeys) =>
  using(async ({ credentials }) => (await credentials.get(name))?.data.password, keys);
const keyFile = () => join(folder, 'key');

describe('the key of a data directory', () => {
  it('is made with the first credential, readable by its owner alone, and found again', async () => {
    await using(async () => {});
    expect(readdirSync(folder)).not.toContain('key');
    await add('a');
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(await read('a')).toBe(SECRET);
  });

  it('is the one that is given, and no file is made then', async () => {
    await add('a', { current: keyText(1) });
    expect(readdirSync(folder)).not.toContain('key');
    expect(await read('a', { current: keyText(1) })).toBe(SECRET);
  });

  it('is refused where it has the wrong length, before anything is touched', async () => {
    await expect(add('a', { current: 'c2hvcnQ=' })).rejects.toMatchObject({ code: 'store_key_invalid' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not made by those who only read', async () => {
    await using(async () => {});
    const reader = await openDataDirectoryForReading(folder);
    await expect(reader.credentials.put(credential('a'), 1)).rejects.toMatchObject({
      code: 'store_read_only',
    });
    await reader.close();
    expect(readdirSync(folder)).not.toContain('key');
  });
});

describe('the wrong key', () => {
  it('is told, and loses nothing', async () => {
    await add('a', { current: keyText(1) });
    const wrong = { current: keyText(2) };
    await expect(read('a', wrong)).rejects.toMatchObject({
      code: 'store_wrong_key',
      message: expect.stringContaining("credential 'a' cannot be decrypted with this key"),
    });
    await expect(using(({ credentials }) => credentials.rekey(), wrong)).rejects.toThrow('this key');
    expect(await using(async ({ credentials }) => (await credentials.list()).length, wrong)).toBe(1);
    expect(await read('a', { current: keyText(1) })).toBe(SECRET);
  });

  it('is told where the key file is gone', async () => {
    await add('a');
    rmSync(keyFile());
    await expect(read('a')).rejects.toThrow('there is no key');
  });
});

describe('sealing anew', () => {
  const rekey = (keys?: GivenKeys) => using(({ credentials }) => credentials.rekey(), keys);

  it('makes a new key and forgets the old one', async () => {
    await add('a');
    const before = readFileSync(keyFile(), 'utf8');
    expect(await rekey()).toBe(1);
    const after = readFileSync(keyFile(), 'utf8');
    expect(after).not.toBe(before);
    expect(after.split('\n')).toHaveLength(3);
    expect(await read('a')).toBe(SECRET);
    writeFileSync(keyFile(), before);
    await expect(read('a')).rejects.toMatchObject({ code: 'store_wrong_key' });
  });

  it('goes from the file to a given key, to another one, and back', async () => {
    await add('a');
    const first = { current: keyText(1) };
    expect(await read('a', first)).toBe(SECRET);
    await rekey(first);
    expect(readdirSync(folder)).not.toContain('key');
    await rekey({ current: keyText(2), older: [keyText(1)] });
    expect(await read('a', { current: keyText(2) })).toBe(SECRET);
    await rekey({ older: [keyText(2)] });
    expect(await read('a')).toBe(SECRET);
  });
});

describe('the files of a data directory', () => {
  it('hold no data of credentials, neither while it is open nor afterwards', async () => {
    const forms = [SECRET, Buffer.from(SECRET).toString('base64').slice(0, -4), 'battery'];
    const leaks = () =>
      readdirSync(folder).filter(file => {
        // The lock must not be opened by anybody but SQLite; nothing is ever written to it.
        const bytes = file.startsWith('lock.db') ? '' : readFileSync(join(folder, file), 'latin1');
        return forms.some(form => bytes.includes(form));
      });
    await using(async ({ credentials }) => {
      await credentials.put(credential('a'), 1);
      await credentials.put(credential('a'), 2);
      expect(readdirSync(folder)).toContain('noetl.db-wal');
      expect(leaks()).toEqual([]);
      await credentials.rekey();
      await credentials.remove('a');
      expect(leaks()).toEqual([]);
    });
    expect(leaks()).toEqual([]);
  });

  it('give no credential the data of another one', async () => {
    await add('a');
    await add('b');
    const database = new Connection(join(folder, 'noetl.db'));
    database.exec("UPDATE credential SET sealed = (SELECT sealed FROM credential WHERE name = 'a')");
    database.close();
    expect(await read('a')).toBe(SECRET);
    await expect(read('b')).rejects.toMatchObject({ code: 'store_credential_damaged' });
  });
});
