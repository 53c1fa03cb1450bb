import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import { normaliseCredential } from '../../core/credential/normalise.ts';
import { fetchToken } from './fetch-token.ts';
import type { Keeping } from './keep-secret.ts';
import { learnSecrets } from './learn.ts';
import { SecretError } from './secret-error.ts';
import type { ResolvedSecret, SecretRun } from './secret-run.ts';

/** Names that an error lists; there may be thousands. */
const MOST_NAMES = 20;

/** The fields of a stored credential; undefined: there is none of this name. */
export async function resolveCredential(run: SecretRun, name: string): Promise<ResolvedSecret | undefined> {
  const found = await run.services.secrets!.credentials.get(name);
  if (!found) return undefined;
  learnSecrets(run.redactor, found.data);
  const fields = normaliseCredential(found.type, found.data);
  return exchanged(run, `credential '${name}'`, fields, keptAs(name));
}

/** A client that may ask for tokens is of no use to a tool; the token is. */
export async function exchanged(
  run: SecretRun,
  what: string,
  fields: PlainMapping,
  keeping: Keeping,
): Promise<ResolvedSecret> {
  const isClient = fields.type === 'oauth2' || fields.type === 'oauth2_client_credentials';
  const hasToken = [fields.access_token, fields.token].some(token => typeof token === 'string');
  if (!isClient || hasToken || typeof fields.token_url !== 'string') return { fields };
  return fetchToken(run, what, fields, { keeping });
}

/** The token of a client that no entry of the keychain names. */
export const keptAs = (name: string): Keeping => ({
  name,
  kind: 'oauth2',
  scope: 'global',
  autoRenew: false,
});

/** What is said where a name names nothing. */
export async function unknownName(
  run: SecretRun,
  name: string,
  keychain: readonly string[],
): Promise<SecretError> {
  const stored = (await run.services.secrets?.credentials.list()) ?? [];
  const names = [...new Set([...keychain, ...stored.map(each => each.name)])];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const there = names.length === 0 ? 'there are none' : `there are: ${names.slice(0, MOST_NAMES).join(', ')}`;
  return new SecretError(
    `credential '${name}' is neither in the keychain nor among the credentials; ${there}${more}; add it with ` +
      `noetl credential add ${name}`,
  );
}

/** Data that is written below `data`, as files of credentials have it, counts as if it were not. */
export const flatFields = (fields: PlainMapping): PlainMapping => {
  if (!isMapping(fields.data)) return fields;
  const { data, ...rest } = fields;
  return { ...rest, ...data };
};
