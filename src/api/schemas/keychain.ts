import { Type } from '@sinclair/typebox';
import { JsonObject, nullable, Time } from './json.ts';

/** Who shares a secret; `catalog` is an older word for `global`. */
export const GivenScope = Type.Union(
  (['local', 'global', 'shared', 'catalog'] as const).map(word => Type.Literal(word)),
);
const Scope = Type.Union((['local', 'global', 'shared'] as const).map(word => Type.Literal(word)));
const Holds = Type.Union([Type.Literal('secret'), Type.Literal('token')]);

/** What may be shown of a secret without opening it. */
const entry = {
  keychain_name: Type.String(),
  /** `name:catalog_id:scope`, with the execution where the scope has one. */
  cache_key: Type.String(),
  scope_type: Scope,
  execution_id: nullable(Type.String()),
  /** The kind of the entry: `oauth2`, `secret_manager`, … */
  credential_type: Type.String(),
  cache_type: Holds,
  /** `resolved` as the playbook says, or `given` by somebody. */
  source: Type.Union([Type.Literal('resolved'), Type.Literal('given')]),
  created_at: Time,
  updated_at: Time,
  expires_at: Time,
  /** Seconds it is still good; 0: it has expired. */
  ttl_seconds: Type.Integer({ minimum: 0 }),
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
    /** Its fields; those that are secret as `***`. */
    data: Type.Optional(JsonObject),
    token_data: Type.Optional(JsonObject),
    renew_config: Type.Optional(JsonObject),
  }),
  Type.Partial(Type.Omit(KeychainEntryBody, ['keychain_name'])),
]);

/** Ten years, in seconds. */
const LONGEST = 315_360_000;
const Seconds = Type.Optional(nullable(Type.Number({ exclusiveMinimum: 0, maximum: LONGEST })));
const Text = Type.Optional(nullable(Type.String({ maxLength: 100 })));

/** `token_data`, `ttl_seconds` and `parent_execution_id` are other words for `data`, `expires_in`, `execution_id`. */
export const NewKeychainBody = Type.Object({
  data: Type.Optional(nullable(JsonObject)),
  token_data: Type.Optional(nullable(JsonObject)),
  scope_type: Type.Optional(nullable(GivenScope)),
  execution_id: Type.Optional(nullable(Type.Union([Type.String(), Type.Integer()]))),
  parent_execution_id: Type.Optional(nullable(Type.Union([Type.String(), Type.Integer()]))),
  credential_type: Text,
  cache_type: Type.Optional(nullable(Holds)),
  expires_at: Text,
  expires_in: Seconds,
  ttl_seconds: Seconds,
  auto_renew: Type.Optional(nullable(Type.Boolean())),
  renew_config: Type.Optional(nullable(JsonObject)),
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
