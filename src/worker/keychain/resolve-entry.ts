import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { CREDENTIAL_TYPES, isKnownType, normaliseCredential } from '../../core/credential/normalise.ts';
import type { KeychainEntry } from '../../playbook/model.ts';
import { render } from '../render-task.ts';
import { bearerFields, type EntryCall, keepingOf, staticFields, withoutKeeping } from './entry-call.ts';
import { fetchToken } from './fetch-token.ts';
import { requireFields } from './required-fields.ts';
import { resolveAuth } from './resolve-auth.ts';
import { exchanged } from './resolve-credential.ts';
import { byGoogleIdToken, byHttp, bySecretManager } from './resolve-remote.ts';
import { SecretError } from './secret-error.ts';
import type { ResolvedSecret, SecretScope } from './secret-run.ts';

type Resolve = (call: EntryCall) => Promise<ResolvedSecret>;

const KINDS: Readonly<Record<string, Resolve>> = {
  credential: byCredential,
  credential_ref: byCredential,
  secret_manager: bySecretManager,
  secrets: bySecretManager,
  oauth2: byToken,
  oauth2_client_credentials: byToken,
  google_id_token: byGoogleIdToken,
  bearer: async ({ config }) => ({ fields: bearerFields(config) }),
  static: async ({ config }) => ({ fields: staticFields(config) }),
};

export async function resolveEntry(scope: SecretScope, entry: KeychainEntry): Promise<ResolvedSecret> {
  const what = `keychain entry '${entry.name}'`;
  const resolve = resolverOf(what, entry);
  const { renew_config: _, ...written } = entry.config;
  const config = await renderGiven(scope, mappingOf(Object.entries(written)));
  // A plan is made without secrets.
  if (scope.run.services.secrets) requireFields(what, entry.kind, mappingOf(Object.entries(written)), config);
  return resolve({ scope, entry, what, config });
}

function resolverOf(what: string, { kind, config }: KeychainEntry): Resolve {
  if (Object.hasOwn(KINDS, kind)) return KINDS[kind]!;
  if (kind === 'http' && (config.endpoint !== undefined || config.url !== undefined)) return byHttp;
  if (isKnownType(kind))
    return config.credential === undefined && config.ref === undefined ? inPlace : byCredential;
  const types = CREDENTIAL_TYPES.filter(type => !Object.hasOwn(KINDS, type)).join(', ');
  throw new SecretError(
    `${what}: there is no kind '${kind}'; there are ${Object.keys(KINDS).join(', ')}, http and, for fields written ` +
      `in place, the types of credentials: ${types}`,
  );
}

/** A field that comes to nothing is not there: reading it is an error, and no empty password. */
async function renderGiven({ renderer }: SecretScope, config: PlainMapping): Promise<PlainMapping> {
  const rendered = (await render(renderer, config)) as PlainMapping;
  return mappingOf(Object.entries(rendered).filter(([, value]) => value !== null && value !== ''));
}

async function byCredential({ scope, entry, what, config }: EntryCall): Promise<ResolvedSecret> {
  const name: PlainValue = config.credential ?? config.ref ?? entry.name;
  if (typeof name !== 'string') throw new SecretError(`${what}: \`credential\` must be a name`);
  const { fields, expiresAt } = await scope.named(name);
  const isType = entry.kind !== 'credential' && entry.kind !== 'credential_ref';
  return { fields: isType ? normaliseCredential(entry.kind, fields) : fields, expiresAt };
}

async function byToken(call: EntryCall): Promise<ResolvedSecret> {
  const { scope, what, config } = call;
  const auth = config.auth === undefined ? undefined : await resolveAuth(scope, config.auth);
  const client =
    typeof config.credential === 'string' ? await clientOf(scope, config.credential) : mappingOf([]);
  const fields = mappingOf([...Object.entries(client), ...Object.entries(config)]);
  return fetchToken(scope.run, what, fields, {
    auth: isMapping(auth) ? auth : undefined,
    keeping: keepingOf(call),
  });
}

/** The client of a stored credential itself, not the token that it would be exchanged for. */
async function clientOf({ run, named }: SecretScope, name: string): Promise<PlainMapping> {
  const stored = await run.services.secrets!.credentials.get(name);
  return stored ? normaliseCredential(stored.type, stored.data) : (await named(name)).fields;
}

function inPlace(call: EntryCall): Promise<ResolvedSecret> {
  const { scope, entry, what, config } = call;
  const fields = normaliseCredential(entry.kind, withoutKeeping(config));
  return exchanged(scope.run, what, fields, keepingOf(call));
}
