import type { ChapterHandlers } from '../implement.ts';
import { KeychainApi } from '../keychain/keychain-api.ts';

export const keychainHandlers: ChapterHandlers<'keychain'> = {
  'keychain.list': async ({ services, params, query }) => {
    const api = new KeychainApi(services);
    return api.list(await api.target(params.catalog_id), query);
  },
  'keychain.get': async ({ services, params, query }) => {
    const api = new KeychainApi(services);
    return api.get(await api.target(params.catalog_id), params.name, query);
  },
  'keychain.put': async ({ services, params, body }) => {
    const api = new KeychainApi(services);
    return api.put(await api.entry(params.catalog_id), params.name, body);
  },
  'keychain.remove': async ({ services, params, query }) => {
    const api = new KeychainApi(services);
    return api.remove(await api.target(params.catalog_id), params.name, query);
  },
};
