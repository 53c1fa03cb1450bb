import { expect, it } from 'vitest';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeWorkerStores } from './subjects.ts';

const entry = (value: PlainValue, expiresAt?: number, keptAt = 1000) => ({ value, keptAt, expiresAt });

describeWorkerStores('the cache', stores => {
  it('gives back what was kept under a key, and when', async () => {
    const { cache } = stores();
    const value = mappingOf([['n', 12345678901234567890n]]);
    await cache.keep('k', entry(value, 5000));
    expect(await cache.find('k', 2000)).toEqual(entry(value, 5000));
    expect(await cache.find('other', 2000)).toBeUndefined();
  });

  it('keeps for ever what has no time', async () => {
    const { cache } = stores();
    await cache.keep('k', entry(null));
    expect(await cache.find('k', Number.MAX_SAFE_INTEGER)).toEqual(entry(null));
  });

  it('forgets an entry at the moment it expires', async () => {
    const { cache } = stores();
    await cache.keep('k', entry('a', 5000));
    expect(await cache.find('k', 4999)).toMatchObject({ value: 'a' });
    expect(await cache.find('k', 5000)).toBeUndefined();
  });

  it('removes what has expired when something is kept', async () => {
    const { cache } = stores();
    await cache.keep('old', entry('a', 5000));
    await cache.keep('new', entry('b', 9000, 6000));
    // Asked about a time before it expired, only one that is really gone is not found.
    expect(await cache.find('old', 2000)).toBeUndefined();
    expect(await cache.find('new', 6000)).toMatchObject({ value: 'b' });
  });

  it('replaces an entry, also a longer one by a shorter one', async () => {
    const { cache } = stores();
    await cache.keep('k', entry('\u{1f600}x'.repeat(1_000_000)));
    await cache.keep('k', entry('short', undefined, 3000));
    expect(await cache.find('k', 4000)).toEqual(entry('short', undefined, 3000));
  });

  it('keeps several megabytes and hostile texts as they are', async () => {
    const { cache } = stores();
    const large = 'é\u{1f600}"\\'.repeat(700_000);
    await cache.keep('large', entry([large, ...HOSTILE_TEXTS]));
    const found = await cache.find('large', 2000);
    expect(JSON.stringify(found?.value) === JSON.stringify([large, ...HOSTILE_TEXTS])).toBe(true);
  });

  it('says so when it is used after it was closed', async () => {
    const { cache } = stores();
    await stores().close();
    await expect(cache.find('k', 0)).rejects.toMatchObject({ code: 'store_closed' });
    await expect(cache.keep('k', entry(1))).rejects.toMatchObject({ code: 'store_closed' });
  });
});
