import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { given } from '../read-field.ts';
import { headerValue } from './request-headers.ts';

type Header = readonly [name: string, value: string];

const BEARER_FIELDS = ['token', 'access_token', 'bearer_token', 'id_token', 'credential', 'value'];
const KEY_FIELDS = ['api_key', 'key', 'token', 'credential', 'value'];

/** Types of credentials, by how they are sent. */
const KINDS: Readonly<Record<string, (fields: PlainMapping) => readonly Header[]>> = {
  bearer,
  bearer_token: bearer,
  httpbearerauth: bearer,
  oauth2: bearer,
  oauth2_client_credentials: bearer,
  google_id_token: bearer,
  basic,
  api_key: apiKey,
  apikey: apiKey,
  headers: ownHeaders,
  header: ownHeaders,
};

/**
 * The headers that a resolved credential stands for: `{type: bearer, token}`, `{type: basic, username,
 * password}`, `{type: api_key, header, key}`, the same below `data` as credentials are stored, or one
 * such mapping below its name. Errors name fields, never values.
 */
export function authHeaders(auth: PlainValue | undefined): readonly Header[] {
  if (auth === undefined || auth === null) return [];
  if (!isMapping(auth)) throw new ConfigError('`auth` did not resolve to a credential');
  const fields = isMapping(auth.data) ? { ...auth, ...auth.data, type: auth.type ?? null } : auth;
  const type = given(fields, 'type') ?? given(fields, 'kind');
  if (type === undefined) return withoutType(fields);
  const kind = String(type).toLowerCase();
  if (Object.hasOwn(KINDS, kind)) return KINDS[kind]!(fields);
  const inferred = inferredKind(fields);
  if (inferred) return inferred(fields);
  throw new ConfigError(
    `\`auth\` has the type \`${kind}\`, which http cannot send; use bearer, basic, api_key or headers`,
  );
}

function withoutType(fields: PlainMapping): readonly Header[] {
  const inferred = inferredKind(fields);
  if (inferred) return inferred(fields);
  const [only, ...others] = Object.values(fields);
  if (isMapping(only) && others.length === 0) return authHeaders(only);
  throw new ConfigError('`auth` has no `type`; use bearer, basic, api_key or headers');
}

/** A credential of another type that has what a known one needs, such as a token that was fetched. */
function inferredKind(fields: PlainMapping): ((fields: PlainMapping) => readonly Header[]) | undefined {
  if (first(fields, ['username', 'user']) !== undefined && given(fields, 'password') !== undefined)
    return basic;
  if (first(fields, ['access_token', 'token', 'bearer_token', 'id_token']) !== undefined) return bearer;
  return given(fields, 'api_key') === undefined ? undefined : apiKey;
}

function bearer(fields: PlainMapping): readonly Header[] {
  const token = need(fields, BEARER_FIELDS, 'token').replace(/^bearer\s+/i, '');
  return [['authorization', `Bearer ${token}`]];
}

function basic(fields: PlainMapping): readonly Header[] {
  const user = scalar(first(fields, ['username', 'user']), 'username');
  const password = scalar(first(fields, ['password', 'credential']) ?? '', 'password');
  if (user.includes(':')) throw new ConfigError('`auth.username` contains a colon, which basic cannot send');
  return [['authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`]];
}

function apiKey(fields: PlainMapping): readonly Header[] {
  const name = String(given(fields, 'header') ?? 'X-API-Key')
    .trim()
    .toLowerCase();
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name))
    throw new ConfigError('`auth.header` is not the name of a header');
  return [[name, need(fields, KEY_FIELDS, 'key')]];
}

function ownHeaders(fields: PlainMapping): readonly Header[] {
  const headers = given(fields, 'headers');
  if (!isMapping(headers)) throw new ConfigError('`auth.headers` must be a mapping');
  return Object.entries(headers).map(([name, value]) => [
    name.trim().toLowerCase(),
    headerValue(value, `auth.headers.${name}`),
  ]);
}

const first = (fields: PlainMapping, names: readonly string[]): PlainValue | undefined =>
  names.map(name => given(fields, name)).find(value => value !== undefined);

function need(fields: PlainMapping, names: readonly string[], called: string): string {
  const text = headerValue(scalar(first(fields, names), called), `auth.${called}`);
  if (text === '') throw new ConfigError(`\`auth.${called}\` is empty`);
  return text;
}

function scalar(value: PlainValue | undefined, called: string): string {
  if (value !== undefined && typeof value !== 'object') return String(value);
  throw new ConfigError(`\`auth.${called}\` ${value === undefined ? 'is missing' : 'must be a text'}`);
}
