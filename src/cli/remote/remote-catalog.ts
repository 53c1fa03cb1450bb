import type { Client } from '../../client/index.ts';
import type { CatalogReads, CatalogWrites } from '../catalog/catalog-source.ts';

/** The catalog of a server. */
export const remoteCatalog = (client: Client): CatalogReads & CatalogWrites => ({
  register: content => client.call('catalog.register', { body: { content } }),
  list: request => client.call('catalog.list', { body: request }),
  versions: (path, page = {}) => client.call('catalog.versions', { query: { path, ...page } }),
  resource: name => client.call('catalog.resource', { body: name }),
  diff: (path, from, to) =>
    client.call('catalog.diff', {
      query: { path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    }),
  remove: (path, version) => client.call('catalog.delete', { body: named(path, version) }),
  restore: (path, version) => client.call('catalog.restore', { body: named(path, version) }),
});

const named = (path: string, version: string | undefined) =>
  version === undefined ? { path } : { path, version };
