import { describe, expect, it } from 'vitest';
import { textOf } from '../../../test/support/load-playbook.ts';
import { TestEngine } from '../../../test/support/test-engine.ts';
import { openMemory } from '../../adapters/memory/index.ts';
import { createIdSource } from '../../adapters/system/id-source.ts';
import { Catalog } from './catalog.ts';
import { catalogFinder, firstFound } from './catalog-finder.ts';

const clock = { now: () => 1_800_000_000_000 };
const playbook = (path: string, answer: number) =>
  textOf(`
    workflow:
      - step: start
        tool: { kind: echo }
        input: { answer: ${answer} }
  `).replace('{ name: test }', `{ name: test, path: ${path} }`);

const filled = async () => {
  const stores = openMemory();
  const catalog = new Catalog({ store: stores.catalog, clock, ids: createIdSource({ clock, machine: 1 }) });
  for (const answer of [1, 2]) await catalog.register(playbook('lib/x', answer));
  await catalog.register(playbook('shop/bill', 3));
  return { stores, catalog, finder: catalogFinder(stores.catalog) };
};

describe('a playbook that another one names', () => {
  it('is the newest of its path, or the version that is named', async () => {
    const { finder, catalog } = await filled();
    const latest = await catalog.find({ path: 'lib/x' });
    expect(await finder.find('lib/x', '')).toEqual({
      text: latest?.text,
      source: 'catalog://lib/x@2',
      catalog: { catalogId: latest?.catalogId, version: 2 },
    });
    expect((await finder.find('lib/x@1', ''))?.catalog?.version).toBe(1);
    expect((await finder.find('catalog://lib/x@latest', ''))?.catalog?.version).toBe(2);
    expect(await finder.find('lib/x@9', '')).toBeUndefined();
  });

  it('stands beside the one that names it, if that came from the catalog', async () => {
    const { finder } = await filled();
    expect((await finder.find('./bill', 'catalog://shop/order@4'))?.source).toBe('catalog://shop/bill@1');
    expect((await finder.find('../lib/x', 'catalog://shop/order@4'))?.source).toBe('catalog://lib/x@2');
    expect(await finder.find('../../x', 'catalog://shop/order@4')).toBeUndefined();
    expect(await finder.find('./bill', '/home/me/order.yaml')).toBeUndefined();
  });

  it('is not found when it is archived', async () => {
    const { finder, stores, catalog } = await filled();
    const found = await catalog.find({ path: 'shop/bill' });
    const test = new TestEngine({ stores });
    await test.run('workflow: [{ step: a, tool: { kind: echo } }]');
    const { load } = await import('../../playbook/index.ts');
    const loaded = load(found?.text ?? '').playbook;
    if (!loaded || !found) throw new Error('it must load');
    const id = await test.engine.start({ playbook: loaded, text: found.text, source: '', payload: {} });
    await test.engine.ended(id);
    expect((await catalog.remove('shop/bill')).removed).toMatchObject([{ how: 'archived' }]);
    expect(await finder.find('shop/bill@1', '')).toBeUndefined();
    expect(await catalog.find({ path: 'shop/bill', version: 1 })).toBeUndefined();
    expect((await catalog.find({ catalogId: found.catalogId }))?.archivedAt).toBe(clock.now());
  });

  it('is asked of one finder after the other', async () => {
    const { finder } = await filled();
    const own = {
      find: async (path: string) => (path === 'lib/x' ? { text: 'own', source: 'f' } : undefined),
    };
    expect((await firstFound(own, finder).find('lib/x', ''))?.text).toBe('own');
    expect((await firstFound(own, finder).find('shop/bill', ''))?.source).toBe('catalog://shop/bill@1');
    expect(await firstFound(own, finder).find('none', '')).toBeUndefined();
  });
});
