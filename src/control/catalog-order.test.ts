import { describe, expect, it } from 'vitest';
import { type HeldCatalog, readCatalogOrder, serveCatalog } from './catalog-order.ts';
import { readRequest } from './protocol.ts';

const catalog: HeldCatalog = {
  register: async content => ({ registered: content }),
  remove: async (path, version) => [path, version ?? 'all'],
  restore: async (path, version) => [path, version ?? 'all'],
};

describe('orders for the catalog of another process', () => {
  it('are read from messages and carried out', async () => {
    const serve = (message: Parameters<typeof readCatalogOrder>[0]) =>
      serveCatalog(catalog, readCatalogOrder(message));
    expect(await serve({ do: 'register_playbook', content: 'a: 1' })).toEqual({ registered: 'a: 1' });
    expect(await serve({ do: 'remove_playbook', path: 'x', version: '2' })).toEqual(['x', '2']);
    expect(await serve({ do: 'restore_playbook', path: 'x' })).toEqual(['x', 'all']);
  });

  it('are refused where something is missing or nobody keeps a catalog', async () => {
    expect(() => readRequest({ do: 'register_playbook' })).toThrow('`content` must be a text');
    expect(() => readRequest({ do: 'remove_playbook', path: 'x', version: 2 })).toThrow(
      '`version` must be a text',
    );
    const order = { do: 'restore_playbook', path: 'x' } as const;
    await expect(serveCatalog(undefined, order)).rejects.toThrow('keeps no catalog');
  });

  it('name the version of a playbook that is started', () => {
    const start = { do: 'start', executionId: '1', text: 't', source: 's', hash: 'h', payload: {} };
    const catalogPin = { catalogId: '7', version: 2 };
    expect(readRequest({ ...start, catalog: catalogPin })).toMatchObject({ catalog: catalogPin });
    expect(() => readRequest({ ...start, catalog: 'x' })).toThrow('`catalog` must be a mapping');
  });
});
