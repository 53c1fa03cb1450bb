import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described } from '../schemas/json.ts';
import {
  GivenScope,
  KeychainFoundBody,
  KeychainListBody,
  KeychainPutBody,
  KeychainRemovedBody,
  NewKeychainBody,
} from '../schemas/keychain.ts';

const about = { tag: 'keychain' } as const;
const path = '/api/keychain/:catalog_id/:name';
const CatalogId = Type.String({ description: 'The id of a version of a playbook in the catalog.' });
const params = Type.Object({
  catalog_id: CatalogId,
  name: Type.String({ description: 'An entry of its keychain.' }),
});
const Place = Type.Object({
  execution_id: Type.Optional(
    Type.String({
      description: 'Only what this execution has: its own, what it shares, and what all share.',
    }),
  ),
  scope_type: Type.Optional(
    described(GivenScope, 'Only what is shared like this; `catalog` is an older word for `global`.'),
  ),
});

export const keychain = {
  'keychain.list': route({
    ...about,
    method: 'GET',
    path: '/api/keychain/catalog/:catalog_id',
    summary: 'List the resolved secrets of a playbook, without their values.',
    params: Type.Object({ catalog_id: CatalogId }),
    query: Type.Composite([
      Place,
      Type.Object({
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1000,
            description: 'Entries to give: 1000 unless given, and at most.',
          }),
        ),
      }),
    ]),
    response: KeychainListBody,
  }),
  'keychain.get': route({
    ...about,
    method: 'GET',
    path,
    summary: 'Show a resolved secret of a playbook with its values masked.',
    params,
    query: Place,
    response: KeychainFoundBody,
  }),
  'keychain.put': route({
    ...about,
    method: 'POST',
    path,
    summary: 'Put a secret in the place of the one that the playbook would resolve.',
    params,
    body: NewKeychainBody,
    response: KeychainPutBody,
  }),
  'keychain.remove': route({
    ...about,
    method: 'DELETE',
    path,
    summary: 'Drop a resolved secret, so that it is resolved anew.',
    params,
    query: Place,
    response: KeychainRemovedBody,
  }),
} as const;
