import { expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import type { CatalogFilter, NewCatalogEntry } from '../../src/ports/catalog.ts';
import { HOSTILE_KEYS, HOSTILE_TEXTS } from './hostile.ts';
import { describeStores } from './subjects.ts';
import { startedEvent, turnOf } from './turns.ts';

let lastId = 0;

const entryOf = (path: string, text: string, more: Partial<NewCatalogEntry> = {}): NewCatalogEntry => ({
  catalogId: String(++lastId),
  path,
  kind: 'playbook',
  text,
  textHash: `t-${text}`,
  hash: `m-${text}`,
  payload: { text },
  meta: {},
  searched: [],
  calls: [],
  createdAt: 1000,
  ...more,
});

describeStores('the catalog', stores => {
  const register = (path: string, text: string, more: Partial<NewCatalogEntry> = {}) =>
    stores().catalog.register(entryOf(path, text, more));
  const paths = async (filter: CatalogFilter, limit = 100) =>
    (await stores().catalog.list(filter, { limit })).map(({ path, version }) => `${path}@${version}`);
  const use = (id: string, path: string, text: string) => {
    const started = { ...startedEvent(id, { path }), hash: `m-${text}` } as ReturnType<typeof startedEvent>;
    return stores().events.append(turnOf(id, 1, started));
  };

  it('gives back what was registered, by id, by version and as the latest', async () => {
    const given = entryOf('shop/order', 'a', { meta: { tags: ['x'] }, payload: { n: 2n ** 60n } });
    const { entry, isNew } = await stores().catalog.register(given);
    const { searched: _, calls: __, ...kept } = given;
    expect(isNew).toBe(true);
    expect(entry).toEqual({ ...kept, version: 1, archivedAt: undefined });
    expect(await stores().catalog.findById(entry.catalogId)).toEqual(entry);
    expect(await stores().catalog.find('shop/order')).toEqual(entry);
    expect(await stores().catalog.find('shop/order', 1)).toEqual(entry);
  });

  it('finds nothing under what was never registered', async () => {
    await register('a', '1');
    const { catalog } = stores();
    expect(await catalog.find('b')).toBeUndefined();
    expect(await catalog.find('a', 2)).toBeUndefined();
    expect(await catalog.find('A')).toBeUndefined();
    for (const id of ['', 'abc', '9'.repeat(30)]) expect(await catalog.findById(id)).toBeUndefined();
  });

  it('counts versions per path and leaves the earlier ones as they were', async () => {
    const first = await register('a', 'one');
    await register('b', 'one');
    const second = await register('a', 'two');
    expect([first.entry.version, second.entry.version]).toEqual([1, 2]);
    expect(await stores().catalog.find('a', 1)).toEqual(first.entry);
    expect((await stores().catalog.find('a'))?.text).toBe('two');
    expect((await stores().catalog.find('b'))?.version).toBe(1);
  });

  it('gives the newest version back if its text comes again, and a new one if an older text does', async () => {
    const first = await register('a', 'one');
    expect(await register('a', 'one')).toEqual({ entry: first.entry, isNew: false });
    await register('a', 'two');
    expect(await register('a', 'one')).toMatchObject({ isNew: true, entry: { version: 3 } });
  });

  it('gives registrations of one path at the same time consecutive versions', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `text ${n}`);
    const kept = await Promise.all(texts.map(text => register('a', text)));
    expect(kept.map(({ entry }) => entry.version).sort((a, b) => a - b)).toEqual(texts.map((_, n) => n + 1));
    for (const { entry } of kept) expect(await stores().catalog.find('a', entry.version)).toEqual(entry);
  });

  it('keeps one text once, however many register it at the same time', async () => {
    const kept = await Promise.all(Array.from({ length: 10 }, () => register('a', 'same')));
    expect(kept.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(kept.map(({ entry }) => entry.catalogId)).size).toBe(1);
    expect(await stores().catalog.count({ includeArchived: true })).toBe(1);
  });

  it('keeps hostile paths, texts and data as they are', async () => {
    const payload = mappingOf(HOSTILE_KEYS.map(key => [key, key]));
    for (const text of HOSTILE_TEXTS.slice(1)) {
      const { entry } = await register(text, text, { payload, calls: [text], searched: [text] });
      expect(entry).toMatchObject({ path: text, text });
      expect(await stores().catalog.find(text)).toEqual(entry);
      expect(entry.payload).toEqual(payload);
      expect(await stores().catalog.callers(text)).toEqual([{ path: text, version: 1 }]);
      expect(await paths({ path: text })).toEqual([`${text}@1`]);
      expect(await stores().catalog.present([text])).toEqual(new Set([text]));
    }
    expect(await stores().catalog.count({})).toBe(HOSTILE_TEXTS.length - 1);
  });

  it('tells paths apart that only look the same', async () => {
    const composed = 'caf\u00e9/men\u00fc';
    await register(composed, '1');
    expect(await stores().catalog.find(composed.normalize('NFD'))).toBeUndefined();
    expect(await paths({ directory: 'caf\u00e9' })).toEqual([`${composed}@1`]);
    expect(await stores().catalog.directory('caf\u00e9')).toEqual([
      { name: 'men\u00fc', kind: 'entry', paths: 1 },
    ]);
  });

  it('lists newest first: all versions, or the latest of each path', async () => {
    for (const [path, text] of [
      ['a', '1'],
      ['b', '1'],
      ['a', '2'],
    ] as const)
      await register(path, text);
    expect(await paths({})).toEqual(['a@2', 'b@1', 'a@1']);
    expect(await paths({ latestOnly: true })).toEqual(['a@2', 'b@1']);
    expect(await stores().catalog.count({ latestOnly: true })).toBe(2);
  });

  it('filters by kind, path and directory', async () => {
    for (const path of ['shop', 'shop/order', 'shop/eu/order', 'shopping/cart', 'shop.old'])
      await register(path, '1');
    await register('shop/agent', '1', { kind: 'agent' });
    expect(await paths({ path: 'shop/order' })).toEqual(['shop/order@1']);
    expect(await paths({ directory: 'shop' })).toEqual(['shop/agent@1', 'shop/eu/order@1', 'shop/order@1']);
    expect(await paths({ directory: 'shop', kind: 'agent' })).toEqual(['shop/agent@1']);
    expect(await stores().catalog.count({ directory: 'shop' })).toBe(3);
    expect(await paths({ directory: '' })).toHaveLength(6);
    expect(await paths({ directory: 'nowhere' })).toEqual([]);
  });

  it('searches each word in the path and in what is searched, in any case', async () => {
    await register('shop/order', '1', { searched: ['Takes ORDERS', 'Größe'] });
    await register('shop/bill', '1', { searched: ['writes bills'] });
    expect(await paths({ words: ['Order'] })).toEqual(['shop/order@1']);
    expect(await paths({ words: ['SHOP', 'bills'] })).toEqual(['shop/bill@1']);
    expect(await paths({ words: ['größe'] })).toEqual(['shop/order@1']);
    expect(await paths({ words: ['order', 'bill'] })).toEqual([]);
    expect(await paths({ words: ["'; DROP TABLE catalog; --"] })).toEqual([]);
    expect(await paths({ words: ['%'] })).toEqual([]);
  });

  it('shows what stands in a directory, and how much is in those below', async () => {
    for (const path of ['a', 'shop', 'shop/order', 'shop/eu/order', 'shop/eu/bill', 'shop/us/order'])
      await register(path, '1');
    await register('shop/eu/order', '2');
    expect(await stores().catalog.directory('')).toEqual([
      { name: 'a', kind: 'entry', paths: 1 },
      { name: 'shop', kind: 'directory', paths: 4 },
      { name: 'shop', kind: 'entry', paths: 1 },
    ]);
    expect(await stores().catalog.directory('shop')).toEqual([
      { name: 'eu', kind: 'directory', paths: 2 },
      { name: 'order', kind: 'entry', paths: 1 },
      { name: 'us', kind: 'directory', paths: 1 },
    ]);
    expect(await stores().catalog.directory('shop/order')).toEqual([]);
  });

  it('says who calls a playbook now', async () => {
    await register('a', '1', { calls: ['lib/x', 'lib/y'] });
    await register('b', '1', { calls: ['lib/x'] });
    await register('b', '2');
    expect(await stores().catalog.callers('lib/x')).toEqual([{ path: 'a', version: 1 }]);
    expect(await stores().catalog.callers('lib')).toEqual([]);
    await stores().catalog.remove('a', undefined, 5);
    expect(await stores().catalog.callers('lib/y')).toEqual([]);
  });

  it('says which of several paths are there', async () => {
    await register('a', '1');
    expect(await stores().catalog.present(['a', 'b', 'a'])).toEqual(new Set(['a']));
    expect(await stores().catalog.present([])).toEqual(new Set());
  });

  it('deletes versions that no execution ran, and archives the others', async () => {
    const first = await register('a', 'one');
    const second = await register('a', 'two');
    await use('77', 'a', 'one');
    await use('78', 'other', 'two');
    expect(await stores().catalog.remove('a', undefined, 5000)).toEqual([
      { catalogId: first.entry.catalogId, version: 1, how: 'archived' },
      { catalogId: second.entry.catalogId, version: 2, how: 'deleted' },
    ]);
    expect(await stores().catalog.find('a')).toBeUndefined();
    expect(await stores().catalog.find('a', 1)).toMatchObject({ archivedAt: 5000, text: 'one' });
    expect(await stores().catalog.find('a', 2)).toBeUndefined();
    expect(await paths({})).toEqual([]);
    expect(await paths({ includeArchived: true })).toEqual(['a@1']);
    expect(await paths({ includeArchived: true, latestOnly: true })).toEqual([]);
    expect(await stores().catalog.directory('')).toEqual([]);
    expect(await stores().catalog.present(['a'])).toEqual(new Set());
  });

  it('removes a second time without effect', async () => {
    await register('a', 'one');
    await use('77', 'a', 'one');
    expect(await stores().catalog.remove('a', 1, 5000)).toHaveLength(1);
    expect(await stores().catalog.remove('a', 1, 9000)).toEqual([]);
    expect((await stores().catalog.find('a', 1))?.archivedAt).toBe(5000);
    expect(await stores().catalog.remove('nothing', undefined, 5000)).toEqual([]);
  });

  it('restores what was archived, one version or all', async () => {
    for (const text of ['one', 'two']) {
      await register('a', text);
      await use(text === 'one' ? '77' : '78', 'a', text);
    }
    await stores().catalog.remove('a', undefined, 5000);
    expect(await stores().catalog.restore('a', 2)).toMatchObject([{ version: 2 }]);
    expect((await stores().catalog.find('a'))?.version).toBe(2);
    expect(await stores().catalog.restore('a', undefined)).toMatchObject([{ version: 1 }]);
    expect(await stores().catalog.restore('a', undefined)).toEqual([]);
    expect(await paths({})).toEqual(['a@2', 'a@1']);
  });

  it('never gives a version number twice', async () => {
    await register('a', 'one');
    await register('a', 'two');
    await stores().catalog.remove('a', undefined, 5);
    expect((await register('a', 'two')).entry.version).toBe(3);
  });

  it('shows the version before when the newest is removed', async () => {
    await register('a', 'one');
    await register('a', 'two');
    await stores().catalog.remove('a', 2, 5);
    expect((await stores().catalog.find('a'))?.version).toBe(1);
    expect(await register('a', 'one')).toMatchObject({ isNew: false, entry: { version: 1 } });
  });

  it('pages through ten thousand entries without gaps or repetition', async () => {
    const entries = Array.from({ length: 10_000 }, (_, n) =>
      entryOf(`team${n % 10}/playbook${n % 5000}`, `text ${n}`),
    );
    await Promise.all(entries.map(entry => stores().catalog.register(entry)));
    const pageThrough = async (filter: CatalogFilter, limit: number) => {
      const seen: string[] = [];
      for (;;) {
        const last = seen.at(-1);
        const page = await stores().catalog.list(filter, {
          limit,
          ...(last === undefined ? {} : { before: last }),
        });
        if (page.length === 0) return seen;
        seen.push(...page.map(({ catalogId }) => catalogId));
      }
    };
    const ids = entries.map(({ catalogId }) => catalogId).reverse();
    expect(await pageThrough({}, 1000)).toEqual(ids);
    expect(await pageThrough({ latestOnly: true }, 1000)).toEqual(ids.slice(0, 5000));
    expect(await pageThrough({ directory: 'team3' }, 300)).toHaveLength(1000);
    expect(await stores().catalog.count({ words: ['playbook777'], latestOnly: true })).toBe(1);
    expect(await stores().catalog.directory('')).toHaveLength(10);
  }, 60_000);

  it('gives nothing before an id that is none', async () => {
    await register('a', '1');
    expect(await stores().catalog.list({}, { limit: 5, before: 'abc' })).toEqual([]);
    expect(await stores().catalog.listWhole({}, { limit: 5, before: 'abc' })).toEqual([]);
  });

  it('refuses an id that is none, and keeps nothing', async () => {
    await expect(register('a', '1', { catalogId: 'x' })).rejects.toMatchObject({ code: 'store_invalid_id' });
    expect(await stores().catalog.count({})).toBe(0);
  });

  it('says so when it is used after it was closed', async () => {
    const { catalog } = stores();
    await stores().close();
    await expect(catalog.register(entryOf('a', '1'))).rejects.toMatchObject({ code: 'store_closed' });
    await expect(catalog.find('a')).rejects.toMatchObject({ code: 'store_closed' });
  });
});
