import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';

/** Field → the names it goes by, the first that has a value wins. */
type Fields = Readonly<Record<string, readonly string[]>>;

const TOKEN: Fields = { token: ['token', 'access_token', 'bearer_token'] };
const KEYS: Fields = {
  access_key_id: ['access_key_id', 'key_id'],
  secret_access_key: ['secret_access_key', 'secret_key'],
};
const CLIENT: Fields = { token_url: ['token_url', 'token_endpoint'] };

const prefixed = (prefix: string, names: string): Fields =>
  Object.fromEntries(names.split(' ').map(name => [name, [name, `${prefix}${name}`]]));

const POSTGRES: Fields = {
  host: ['host', 'db_host', 'hostname'],
  port: ['port', 'db_port'],
  user: ['user', 'db_user', 'username'],
  password: ['password', 'db_password'],
  database: ['database', 'db_name', 'dbname'],
};

/** The fields that tools look for, by type of credential. */
const TYPES: Readonly<Record<string, Fields>> = {
  postgres: POSTGRES,
  snowflake: prefixed(
    'sf_',
    'account user password private_key private_key_passphrase public_key warehouse database schema role',
  ),
  bearer: TOKEN,
  api_key: { api_key: ['api_key', 'key', 'token'] },
  basic: { username: ['username', 'user'], password: ['password'] },
  nats: prefixed('nats_', 'url user password token'),
  kafka: { brokers: ['brokers', 'bootstrap_servers'] },
  pubsub: TOKEN,
  aws: KEYS,
  s3: KEYS,
  hmac: KEYS,
  gcs_hmac: KEYS,
  gcp: {},
  google_oauth: {},
  google_service_account: {},
  oauth2: CLIENT,
  oauth2_client_credentials: CLIENT,
  secret: { secret: ['secret', 'token', 'value', 'key', 'password'] },
  headers: {},
  azure: {},
  generic: {},
  http: {},
  auth0: {},
  interactive_brokers: {},
  custom: {},
};

const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bearer_token: 'bearer',
    httpbearerauth: 'bearer',
    apikey: 'api_key',
    httpbasicauth: 'basic',
    postgresql: 'postgres',
    header: 'headers',
  }),
);

/** The types whose fields are known, as they are written. */
export const CREDENTIAL_TYPES: readonly string[] = Object.keys(TYPES);

/** The name a type has here; a type that is not known keeps its own. */
export function typeName(type: string): string {
  const plain = type.trim().toLowerCase();
  return OTHER_NAMES.get(plain) ?? (Object.hasOwn(TYPES, plain) ? plain : type);
}

export const isKnownType = (type: string): boolean => Object.hasOwn(TYPES, typeName(type));

/**
 * The data with its type, and with the fields that tools look for beside the ones that were written. A port
 * that is written as a text becomes a number.
 */
export function normaliseCredential(type: string, data: PlainMapping): PlainMapping {
  const name = typeName(type);
  const fields = Object.hasOwn(TYPES, name) ? TYPES[name]! : {};
  const found = Object.entries(fields).flatMap(([field, names]): [string, PlainValue][] => {
    const value = names.map(each => data[each]).find(isGiven);
    return value === undefined ? [] : [[field, field === 'port' ? portOf(value) : value]];
  });
  return mappingOf([...Object.entries(data), ...found, ['type', name]]);
}

const isGiven = (value: PlainValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

const portOf = (value: PlainValue): PlainValue =>
  typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;

/** Whether a mapping without a type can only be the data of a credential: it has a field of one. */
export function hasDataField(mapping: PlainMapping): boolean {
  return Object.keys(mapping).some(key => DATA_FIELDS.has(key));
}

const DATA_FIELDS: ReadonlySet<string> = new Set([
  ...Object.values(TYPES).flatMap(fields => Object.values(fields).flat()),
  'headers',
  'client_id',
  'client_secret',
  'region',
  'endpoint',
]);
