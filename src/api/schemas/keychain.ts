import { type TSchema, Type } from '@sinclair/typebox';
import { described, Id, JsonObject, nullable, Time } from './json.ts';

/** Who shares a secret; `catalog` is an older word for `global`. */
export const GivenScope = Type.Union(
  (['local', 'global', 'shared', 'catalog'] as const).map(word => Type.Literal(word)),
);
const Scope = Type.Union((['local', 'global', 'shared'] as const).map(word => Type.Literal(word)));
const Holds = Type.Union([Type.Literal('secret'), Type.Literal('token')]);

/** What may be shown of a secret without opening it. */
const entry = {
  keychain_name: Type.String(),
  cache_key: Type.String({
    description: '`name:catalog_id:scope`, with the execution where the scope has one.',
  }),
  scope_type: Scope,
  execution_id: nullable(Type.String()),
  credential_type: Type.String({ description: 'The kind of the entry: `oauth2`, `secret_manager`, …' }),
  cache_type: Holds,
  source: described(
    Type.Union([Type.Literal('resolved'), Type.Literal('given')]),
    '`resolved` as the playbook says, or `given` by somebody.',
  ),
  created_at: Time,
  updated_at: Time,
  expires_at: Time,
  ttl_seconds: Type.Integer({ minimum: 0, description: 'Seconds it is still good; 0: it has expired.' }),
  expired: Type.Boolean(),
  auto_renew: Type.Boolean(),
  accessed_at: nullable(Time),
  access_count: Type.Integer({ minimum: 0 }),
};

export const KeychainEntryBody = Type.Object(entry);

export const KeychainListBody = Type.Object({
  catalog_id: Type.String(),
  entries: Type.Array(KeychainEntryBody),
  total: Type.Integer({ minimum: 0 }),
});

/** One that is there has everything; one that is not has its name only. Values are masked. */
export const KeychainFoundBody = Type.Composite([
  Type.Object({
    status: Type.Union((['found', 'expired', 'not_found'] as const).map(word => Type.Literal(word))),
    catalog_id: Type.String(),
    keychain_name: Type.String(),
    data: Type.Optional(described(JsonObject, 'Its fields; those that are secret as `***`.')),
    token_data: Type.Optional(JsonObject),
    renew_config: Type.Optional(JsonObject),
  }),
  Type.Partial(Type.Omit(KeychainEntryBody, ['keychain_name'])),
]);

/** Ten years, in seconds. */
const LONGEST = 315_360_000;
const Seconds = Type.Number({ exclusiveMinimum: 0, maximum: LONGEST });
const Text = Type.String({ maxLength: 100 });

/** A field of a request that may be null, which is to leave it away. */
const field = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(described(nullable(schema), description));

export const NewKeychainBody = Type.Object({
  data: field(JsonObject, 'The fields of the secret, at most 256 KiB.'),
  token_data: field(JsonObject, 'Another name of `data`.'),
  scope_type: field(
    GivenScope,
    'Who shares it: `global` if not given; `local` and `shared` need `execution_id`.',
  ),
  execution_id: field(Id, 'Whose secret it is, for `local` and `shared`: an execution that has not ended.'),
  parent_execution_id: field(Id, 'Another name of `execution_id` for `shared`, and comes before it.'),
  credential_type: field(Text, 'The kind that is shown of it; as the playbook says if not given.'),
  cache_type: field(
    Holds,
    'What is shown that it holds; `token` for what looks like one, else `secret`, if not given.',
  ),
  expires_at: field(
    Text,
    'Until when it is good, such as `2030-01-31T12:00:00Z`; comes before `expires_in`.',
  ),
  expires_in: field(
    Seconds,
    'Seconds it is good: a day if not given, an hour for `local` and `shared`; ten years at most.',
  ),
  ttl_seconds: field(Seconds, 'Another name of `expires_in`.'),
  auto_renew: field(
    Type.Boolean(),
    'Whether it is renewed as `renew_config` says before it expires; false unless given.',
  ),
  renew_config: field(
    JsonObject,
    'How it is renewed: `{endpoint, data}` of the request that gives a new token, without templates.',
  ),
});

export const KeychainPutBody = Type.Composite([
  Type.Object({ status: Type.Literal('success'), catalog_id: Type.String() }),
  KeychainEntryBody,
]);

export const KeychainRemovedBody = Type.Object({
  status: Type.Union([Type.Literal('deleted'), Type.Literal('not_found')]),
  catalog_id: Type.String(),
  keychain_name: Type.String(),
  deleted: Type.Integer({ minimum: 0 }),
});
