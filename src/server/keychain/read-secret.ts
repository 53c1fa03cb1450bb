import type { Static } from '@sinclair/typebox';
import type { NewKeychainBody } from '../../api/schemas/keychain.ts';
import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import type { KeychainScope, NewSecret } from '../../ports/keychain-store.ts';
import { HttpError, unprocessable } from '../http-error.ts';

type Body = Static<typeof NewKeychainBody>;

/** Characters of a secret as JSON; whatever is longer is something else. */
const LONGEST = 256 * 1024;
const HOUR = 3_600_000;
/** Milliseconds a secret is good where nobody says. */
const LIFETIMES: Readonly<Record<KeychainScope, number>> = { local: HOUR, shared: HOUR, global: 24 * HOUR };

export const scopeOf = (written: Body['scope_type']): KeychainScope | undefined =>
  written === 'catalog' ? 'global' : (written ?? undefined);

/** What is put, without whose it is. Errors name fields, never values. */
export function readSecret(
  body: Body,
  scope: KeychainScope,
  kind: string,
  now: number,
): Omit<NewSecret, 'playbook' | 'name' | 'scope' | 'executionId' | 'asked'> {
  const fields = body.data ?? body.token_data ?? undefined;
  if (!fields || Object.keys(fields).length === 0)
    throw wrong('data', 'must be a mapping with the fields of the secret');
  return {
    kind: body.credential_type ?? kind,
    holds: body.cache_type ?? (isToken(fields) ? 'token' : 'secret'),
    fields: small(fields, 'data'),
    expiresAt: expiryOf(body, scope, now),
    autoRenew: body.auto_renew ?? false,
    renewConfig: renewalOf(body),
  };
}

function renewalOf({ renew_config: config }: Body): PlainMapping | undefined {
  if (!config) return undefined;
  const { endpoint, url = endpoint, data, json } = config;
  if (typeof url !== 'string' || !/^https?:\/\//.test(url))
    throw wrong('renew_config.endpoint', 'must be the http address that gives a new token');
  if (!isMapping(data) && !isMapping(json) && typeof data !== 'string')
    throw wrong('renew_config.data', 'must be what is sent there');
  return small(config, 'renew_config');
}

function expiryOf(
  { expires_at: at, expires_in, ttl_seconds }: Body,
  scope: KeychainScope,
  now: number,
): number {
  if (at) {
    const time = Date.parse(at);
    if (Number.isNaN(time)) throw wrong('expires_at', 'must be a time such as 2030-01-31T12:00:00Z');
    if (time <= now) throw wrong('expires_at', 'has passed already');
    return time;
  }
  const seconds = expires_in ?? ttl_seconds ?? undefined;
  return now + (seconds === undefined ? LIFETIMES[scope] : Math.ceil(seconds * 1000));
}

function small(fields: PlainMapping, where: string): PlainMapping {
  const length = JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  ).length;
  if (length <= LONGEST) return fields;
  throw new HttpError(413, `\`${where}\` is longer than ${LONGEST} characters, which no secret is`);
}

const isToken = (fields: PlainMapping): boolean =>
  ['access_token', 'token', 'id_token'].some(name => typeof fields[name] === 'string');

export const wrong = (where: string, message: string): HttpError =>
  unprocessable(`the secret is not stored: ${where} ${message}`, [{ where, message }]);
