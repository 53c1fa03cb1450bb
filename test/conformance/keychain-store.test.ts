import { expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { EXPIRED_SHOWN_FOR, type NewSecret } from '../../src/ports/keychain-store.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeWorkerStores } from './subjects.ts';

const fields = mappingOf([
  ['access_token', 'token-number-1'],
  ['big', 12345678901234567890n],
]);
const KEY = {
  playbook: 'hash-a',
  name: 'shop',
  scope: 'global',
  executionId: undefined,
  asked: 'client me with very-secret',
} as const;
const secret: NewSecret = {
  ...KEY,
  kind: 'oauth2',
  holds: 'token',
  fields,
  expiresAt: 5000,
  autoRenew: true,
  renewConfig: mappingOf([['endpoint', 'https://id.example.com']]),
};

describeWorkerStores('the keychain', stores => {
  it('gives back what was put, and counts how often', async () => {
    const { keychain } = stores();
    const put = await keychain.put(secret, 1000);
    expect(put).toMatchObject({ kind: 'oauth2', holds: 'token', isGiven: false, accessCount: 0 });
    expect(put).not.toHaveProperty('fields');
    expect(await keychain.find(KEY, 2000)).toMatchObject({
      ...put,
      fields,
      renewConfig: { endpoint: 'https://id.example.com' },
      accessedAt: 2000,
      accessCount: 1,
    });
    expect(await keychain.open(put.id, 3000)).toMatchObject({ fields, accessedAt: 3000 });
    await keychain.put({ ...secret, name: 'other' }, 3000);
    expect((await keychain.list({ name: 'shop' }))[0]).toMatchObject({ accessedAt: 3000, accessCount: 2 });
  });

  it('gives nobody what was asked for by another, in another scope, execution or playbook', async () => {
    const { keychain } = stores();
    await keychain.put(secret, 1000);
    await keychain.put({ ...secret, scope: 'local', executionId: '7' }, 1000);
    const others = [
      { asked: 'client me with other-secret' },
      { asked: '' },
      { playbook: 'hash-b' },
      { name: 'Shop' },
      { scope: 'shared', executionId: '7' },
      { scope: 'local', executionId: '8' },
      { scope: 'local', executionId: 'no id' },
    ] as const;
    for (const other of others) expect(await keychain.find({ ...KEY, ...other }, 1)).toBeUndefined();
    expect(await keychain.open('999', 1)).toBeUndefined();
    expect(await keychain.open('no id', 1)).toBeUndefined();
  });

  it('replaces by key, and keeps when it came', async () => {
    const { keychain } = stores();
    const first = await keychain.put(secret, 1000);
    await keychain.find(KEY, 1500);
    const next = mappingOf([['access_token', 'token-number-2']]);
    const second = await keychain.put({ ...secret, fields: next, expiresAt: 9000 }, 2000);
    expect(second).toMatchObject({ id: first.id, createdAt: 1000, updatedAt: 2000, expiresAt: 9000 });
    expect(await keychain.find(KEY, 2500)).toMatchObject({ fields: next, accessCount: 2 });
    expect(await keychain.list()).toHaveLength(1);
  });

  it('has what is put by hand in the place of what was resolved there', async () => {
    const { keychain } = stores();
    await keychain.put(secret, 1000);
    await keychain.put({ ...secret, asked: 'something else' }, 1000);
    await keychain.put({ ...secret, scope: 'local', executionId: '7' }, 1000);
    const given = await keychain.put({ ...secret, asked: '' }, 2000);
    expect(given.isGiven).toBe(true);
    expect(await keychain.find(KEY, 2000)).toBeUndefined();
    expect(await keychain.find({ ...KEY, asked: '' }, 2000)).toMatchObject({ id: given.id, fields });
    expect((await keychain.list()).map(({ scope }) => scope).sort()).toEqual(['global', 'local']);
  });

  it('lists by name without values, and removes, what is meant', async () => {
    const { keychain } = stores();
    await keychain.put({ ...secret, name: 'b' }, 1);
    await keychain.put({ ...secret, name: 'a', scope: 'local', executionId: '7' }, 2);
    await keychain.put({ ...secret, name: 'a' }, 3);
    await keychain.put({ ...secret, name: 'a', playbook: 'hash-b' }, 4);
    const listed = await keychain.list({ playbook: 'hash-a' });
    expect(listed.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['a global', 'a local', 'b global']);
    expect(JSON.stringify(await keychain.list())).not.toMatch(/token-number|very-secret|example/);
    expect(await keychain.list({ executionId: '7' })).toHaveLength(1);
    expect(await keychain.remove({ playbook: 'hash-a', name: 'a', scope: 'global' })).toBe(1);
    expect(await keychain.remove({ playbook: 'hash-a', name: 'a' })).toBe(1);
    expect(await keychain.remove({ playbook: 'hash-a', name: 'a' })).toBe(0);
    expect(await keychain.list()).toHaveLength(2);
  });

  it('forgets what belongs to an execution when it ends', async () => {
    const { keychain } = stores();
    await keychain.put(secret, 1);
    await keychain.put({ ...secret, scope: 'local', executionId: '7' }, 1);
    await keychain.put({ ...secret, scope: 'shared', executionId: '7' }, 1);
    await keychain.put({ ...secret, scope: 'local', executionId: '8' }, 1);
    expect(await keychain.endExecution('7')).toBe(2);
    expect(await keychain.endExecution('7')).toBe(0);
    expect(await keychain.endExecution('no id')).toBe(0);
    expect(await keychain.endExecution('0')).toBe(0);
    expect(await keychain.list()).toHaveLength(2);
  });

  it('gives expired ones until they are removed, or something is put a day later', async () => {
    const { keychain } = stores();
    await keychain.put(secret, 1000);
    await keychain.put({ ...secret, name: 'later', expiresAt: 6000 }, 1000);
    expect(await keychain.find(KEY, 7000)).toMatchObject({ fields, expiresAt: 5000 });
    expect(await keychain.countExpired(5000)).toBe(1);
    expect(await keychain.removeExpired(5000)).toBe(1);
    expect(await keychain.find(KEY, 7000)).toBeUndefined();
    await keychain.put(
      { ...secret, name: 'new', expiresAt: Number.MAX_SAFE_INTEGER },
      6000 + EXPIRED_SHOWN_FOR,
    );
    expect((await keychain.list()).map(({ name }) => name)).toEqual(['new']);
  });

  it('is the same after everything was sealed anew', async () => {
    const { keychain, credentials } = stores();
    await keychain.put(secret, 1);
    await keychain.put({ ...secret, name: 'given', asked: '' }, 1);
    await credentials.rekey();
    expect(await keychain.find(KEY, 2)).toMatchObject({ fields, createdAt: 1 });
    expect(await keychain.find({ ...KEY, name: 'given', asked: '' }, 2)).toMatchObject({ fields });
    expect(await keychain.find({ ...KEY, asked: 'another' }, 2)).toBeUndefined();
  });

  it('may have any text as a name, in what was asked for and in its values', async () => {
    const { keychain } = stores();
    for (const text of HOSTILE_TEXTS) {
      const key = { ...KEY, name: text, asked: `x${text}` };
      await keychain.put({ ...secret, ...key, kind: text, fields: mappingOf([['v', text]]) }, 1);
      expect((await keychain.find(key, 2))?.fields.v).toBe(text);
    }
  });

  it('says so when it is used after it was closed', async () => {
    const { keychain } = stores();
    await stores().close();
    const closed = { code: 'store_closed' };
    await expect(keychain.find(KEY, 1)).rejects.toMatchObject(closed);
    await expect(keychain.put(secret, 1)).rejects.toMatchObject(closed);
    await expect(keychain.list()).rejects.toMatchObject(closed);
    await expect(keychain.removeExpired(1)).rejects.toMatchObject(closed);
  });
});
