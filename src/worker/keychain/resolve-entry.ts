import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { CREDENTIAL_TYPES, isKnownType, normaliseCredential } from '../../core/credential/normalise.ts';
import type { KeychainEntry } from '../../playbook/model.ts';
import { render } from '../render-task.ts';
import { fetchToken } from './fetch-token.ts';
import { resolveAuth } from './resolve-auth.ts';
import { exchanged } from './resolve-credential.ts';
import { SecretError } from './secret-error.ts';
import { fromSecretManager } from './secret-manager.ts';
import type { ResolvedSecret, SecretScope } from './secret-run.ts';

interface EntryCall {
  readonly scope: SecretScope;
  readonly entry: KeychainEntry;
  /** How errors call it. */
  readonly what: string;
  /** Its fields, rendered; those that came to nothing are left out. */
  readonly config: PlainMapping;
}

type Resolve = (call: EntryCall) => Promise<ResolvedSecret>;

const KINDS: Readonly<Record<string, Resolve>> = {
  credential: byCredential,
  credential_ref: byCredential,
  secret_manager: bySecretManager,
  secrets: bySecretManager,
  oauth2: byToken,
  oauth2_client_credentials: byToken,
  bearer: async ({ config }) => ({ fields: bearerFields(config) }),
  static: async ({ config }) => ({ fields: staticFields(config) }),
};

const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  google_id_token: 'fetch the token with kind: oauth2',
  http: 'fetch it with kind: oauth2, or by a task of a pipeline',
};

/** Fields of an entry that say how it is kept, not what it is. */
const KEEPING: ReadonlySet<string> = new Set(['ttl_seconds', 'renew_config', 'allowed_regions']);

export async function resolveEntry(scope: SecretScope, entry: KeychainEntry): Promise<ResolvedSecret> {
  const what = `keychain entry '${entry.name}'`;
  const resolve = resolverOf(what, entry);
  return resolve({ scope, entry, what, config: await renderGiven(scope, entry.config) });
}

function resolverOf(what: string, { kind, config }: KeychainEntry): Resolve {
  if (Object.hasOwn(KINDS, kind)) return KINDS[kind]!;
  if (isKnownType(kind))
    return config.credential === undefined && config.ref === undefined ? inPlace : byCredential;
  if (Object.hasOwn(NOT_SUPPORTED, kind))
    throw new SecretError(`${what}: the kind '${kind}' is known and not supported; ${NOT_SUPPORTED[kind]}`);
  const types = CREDENTIAL_TYPES.filter(type => !Object.hasOwn(KINDS, type)).join(', ');
  throw new SecretError(
    `${what}: there is no kind '${kind}'; there are ${Object.keys(KINDS).join(', ')} and, for fields written in ` +
      `place, the types of credentials: ${types}`,
  );
}

/** A field that comes to nothing is not there: reading it is an error, and no empty password. */
async function renderGiven({ renderer }: SecretScope, config: PlainMapping): Promise<PlainMapping> {
  const rendered = (await render(renderer, config)) as PlainMapping;
  return mappingOf(Object.entries(rendered).filter(([, value]) => value !== null && value !== ''));
}

async function byCredential({ scope, entry, what, config }: EntryCall): Promise<ResolvedSecret> {
  const name = config.credential ?? config.ref ?? entry.name;
  if (typeof name !== 'string') throw new SecretError(`${what}: \`credential\` must be a name`);
  const { fields, expiresAt } = await scope.named(name);
  const isType = entry.kind !== 'credential' && entry.kind !== 'credential_ref';
  return { fields: isType ? normaliseCredential(entry.kind, fields) : fields, expiresAt };
}

async function bySecretManager({ scope, what, config }: EntryCall): Promise<ResolvedSecret> {
  const fields = await fromSecretManager(scope.run, what, config);
  return { fields: mappingOf([['type', 'secret_manager'], ...Object.entries(fields)]) };
}

async function byToken({ scope, entry, what, config }: EntryCall): Promise<ResolvedSecret> {
  const auth = config.auth === undefined ? undefined : await resolveAuth(scope, config.auth);
  const client =
    typeof config.credential === 'string' ? await clientOf(scope, config.credential) : mappingOf([]);
  const fields = mappingOf([...Object.entries(client), ...Object.entries(config)]);
  return fetchToken(scope.run, what, fields, {
    auth: isMapping(auth) ? auth : undefined,
    isLocal: entry.scope === 'local',
  });
}

/** The client of a stored credential itself, not the token that it would be exchanged for. */
async function clientOf({ run, named }: SecretScope, name: string): Promise<PlainMapping> {
  const stored = await run.services.secrets!.credentials.get(name);
  return stored ? normaliseCredential(stored.type, stored.data) : (await named(name)).fields;
}

function inPlace({ scope, entry, what, config }: EntryCall): Promise<ResolvedSecret> {
  return exchanged(scope.run, what, normaliseCredential(entry.kind, without(config, KEEPING)));
}

function bearerFields(config: PlainMapping): PlainMapping {
  const fields = normaliseCredential('bearer', without(config, KEEPING));
  const token: readonly [string, PlainValue][] =
    fields.token === undefined ? [] : [['access_token', fields.token]];
  return mappingOf([...Object.entries(fields), ...token, ['token_type', 'Bearer']]);
}

function staticFields(config: PlainMapping): PlainMapping {
  const { map = null, ...rest } = without(config, KEEPING);
  const mapped = isMapping(map) ? Object.entries(map) : [];
  return mappingOf([['type', 'static'], ...Object.entries(rest), ...mapped]);
}

const without = (mapping: PlainMapping, names: ReadonlySet<string>): PlainMapping =>
  mappingOf(Object.entries(mapping).filter(([name]) => !names.has(name)));
