import { expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeStores } from './subjects.ts';

const data = mappingOf([
  ['password', 'hunter22'],
  ['port', 5432],
  ['big', 12345678901234567890n],
]);
const pg = { name: 'pg_local', type: 'postgres', data };

describeStores('credentials', stores => {
  it('are given back as they were stored', async () => {
    const { credentials } = stores();
    const meta = mappingOf([['owner', 'kim']]);
    const put = await credentials.put({ ...pg, description: 'the local one', tags: ['dev'], meta }, 1000);
    expect(put).toMatchObject({ name: 'pg_local', type: 'postgres', createdAt: 1000, updatedAt: 1000 });
    expect(put).not.toHaveProperty('data');
    expect(await credentials.get('pg_local')).toEqual({ ...put, data });
    expect(put).toMatchObject({ description: 'the local one', tags: ['dev'], meta });
    expect(await credentials.get('other')).toBeUndefined();
  });

  it('are replaced by name, and keep their id and the time they were created', async () => {
    const { credentials } = stores();
    const first = await credentials.put({ ...pg, description: 'old', tags: ['old'] }, 1000);
    const second = await credentials.put({ ...pg, type: 'custom', data: mappingOf([['a', 1]]) }, 2000);
    expect(second).toMatchObject({
      id: first.id,
      createdAt: 1000,
      updatedAt: 2000,
      type: 'custom',
      tags: [],
    });
    expect(second.description).toBeUndefined();
    expect(await credentials.get('pg_local')).toMatchObject({ data: { a: 1 } });
  });

  it('are found by id, but by name first', async () => {
    const { credentials } = stores();
    const { id } = await credentials.put(pg, 1000);
    expect(await credentials.find(id)).toMatchObject({ name: 'pg_local' });
    await credentials.put({ ...pg, name: id }, 1000);
    expect(await credentials.find(id)).toMatchObject({ name: id });
    expect(await credentials.find('none')).toBeUndefined();
    expect(await credentials.find('99999999999999999999999')).toBeUndefined();
  });

  it('are listed by name without their data, by type and by what is looked for', async () => {
    const { credentials } = stores();
    await credentials.put({ ...pg, name: 'b', tags: ['Team-A'] }, 1);
    await credentials.put({ ...pg, name: 'a', type: 'bearer', description: 'Shop API' }, 2);
    await credentials.put({ ...pg, name: 'Z' }, 3);
    const names = async (filter?: { type?: string; q?: string }) =>
      (await credentials.list(filter)).map(({ name }) => name);
    expect(await names()).toEqual(['Z', 'a', 'b']);
    expect(await names({ type: 'bearer' })).toEqual(['a']);
    expect(await names({ q: 'shop' })).toEqual(['a']);
    expect(await names({ q: 'team-a', type: 'postgres' })).toEqual(['b']);
    expect(await names({ q: 'nothing' })).toEqual([]);
    expect(
      JSON.stringify(await credentials.list(), (_, v) => (typeof v === 'bigint' ? '' : v)),
    ).not.toContain('hunter22');
  });

  it('are gone when they were removed, and their ids are not given again', async () => {
    const { credentials } = stores();
    const { id } = await credentials.put(pg, 1);
    expect(await credentials.remove('pg_local')).toBe(true);
    expect(await credentials.remove('pg_local')).toBe(false);
    expect(await credentials.get('pg_local')).toBeUndefined();
    expect((await credentials.put(pg, 2)).id).not.toBe(id);
  });

  it('are the same after everything was sealed anew', async () => {
    const { credentials } = stores();
    await credentials.put(pg, 1);
    await credentials.put({ ...pg, name: 'second' }, 1);
    expect(await credentials.rekey()).toBe(2);
    expect(await credentials.get('pg_local')).toMatchObject({ data, updatedAt: 1 });
    expect(await credentials.get('second')).toMatchObject({ data });
    await credentials.put({ ...pg, name: 'third' }, 2);
    expect(await credentials.rekey()).toBe(3);
  });

  it('may have any text as a name, and in their data', async () => {
    const { credentials } = stores();
    for (const text of HOSTILE_TEXTS) {
      await credentials.put({ name: text, type: 'generic', data: mappingOf([['v', text]]) }, 1);
      expect((await credentials.get(text))?.data.v).toBe(text);
    }
  });

  it('say so when they are used after they were closed', async () => {
    const { credentials } = stores();
    await stores().close();
    const closed = { code: 'store_closed' };
    await expect(credentials.get('a')).rejects.toMatchObject(closed);
    await expect(credentials.list()).rejects.toMatchObject(closed);
    await expect(credentials.put(pg, 1)).rejects.toMatchObject(closed);
    await expect(credentials.remove('a')).rejects.toMatchObject(closed);
  });
});
