import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { hasDataField, normaliseCredential } from '../../core/credential/normalise.ts';
import { learnSecrets } from './learn.ts';
import { exchanged, flatFields, keptAs } from './resolve-credential.ts';
import { SecretError } from './secret-error.ts';
import type { SecretScope } from './secret-run.ts';

type AuthScope = Pick<SecretScope, 'run' | 'named'>;

/**
 * What `auth:` comes to, rendered: a name; `{source: credential, key: name}` or `{credential: name}`, with
 * fields that are added to it; `{type, …}` written in place; or several of these by alias.
 */
export async function resolveAuth(scope: AuthScope, auth: PlainValue): Promise<PlainValue> {
  if (typeof auth === 'string' && auth !== '') return (await scope.named(auth)).fields;
  if (!isMapping(auth))
    throw new SecretError(`\`auth\` must name a credential or be a mapping${comesTo(auth)}`);
  const name = nameIn(auth);
  if (name !== undefined) return byName(scope, auth, name);
  const type = auth.type ?? auth.kind ?? auth.service ?? null;
  if (typeof type === 'string') return inPlace(scope, auth, type);
  if (hasDataField(auth) || isMapping(auth.data)) {
    learnSecrets(scope.run.redactor, auth);
    return auth;
  }
  return byAlias(scope, auth);
}

const comesTo = (auth: PlainValue): string =>
  auth === null || auth === '' ? ', and its template gives nothing' : '';

const STORES: ReadonlySet<PlainValue> = new Set([
  'credential',
  'credentials',
  'credential_store',
  'keychain',
]);

function nameIn({
  source = null,
  provider = null,
  credential,
  ref,
  key,
  name,
}: PlainMapping): string | undefined {
  const isStore = STORES.has(source) || STORES.has(provider);
  const found = credential ?? ref ?? (isStore ? (key ?? name) : undefined);
  if (found === undefined) {
    if (source === null || source === 'inline') return undefined;
    throw new SecretError(
      `\`auth.source\` is '${String(source)}': use credential with \`key\`, or declare the secret under \`keychain:\``,
    );
  }
  if (typeof found === 'string' && found !== '') return found;
  throw new SecretError('`auth` must give the name of a credential as a text');
}

/** Fields that say which credential is meant, and for what; the others are added to it. */
const NAMING: ReadonlySet<string> = new Set(
  'source provider credential ref key name type kind service tool data'.split(' '),
);

async function byName({ run, named }: AuthScope, auth: PlainMapping, name: string): Promise<PlainValue> {
  const { fields } = await named(name);
  const added = Object.entries(auth).filter(([field]) => !NAMING.has(field));
  const all = mappingOf([...Object.entries(fields), ...added]);
  learnSecrets(run.redactor, mappingOf(added));
  return typeof auth.type === 'string' ? normaliseCredential(auth.type, all) : all;
}

async function inPlace({ run }: AuthScope, auth: PlainMapping, type: string): Promise<PlainValue> {
  learnSecrets(run.redactor, auth);
  const fields = normaliseCredential(type, flatFields(auth));
  return (await exchanged(run, '`auth`', fields, keptAs(`auth of ${run.command.step}`))).fields;
}

async function byAlias(scope: AuthScope, auth: PlainMapping): Promise<PlainValue> {
  const entries: [string, PlainValue][] = [];
  for (const [alias, one] of Object.entries(auth)) entries.push([alias, await resolveAuth(scope, one)]);
  return mappingOf(entries);
}
