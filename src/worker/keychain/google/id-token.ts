import { isMapping, mappingOf, type PlainMapping } from '../../../common/plain-value.ts';
import { readGcpSecret } from '../providers/gcp.ts';
import { resolveAuth } from '../resolve-auth.ts';
import type { Resolution } from '../secret-cache.ts';
import { SecretError } from '../secret-error.ts';
import type { SecretScope } from '../secret-run.ts';
import { exchangeClaim, readServiceAccount, type ServiceAccount } from './service-account.ts';

/** Milliseconds an id token of Google's is good where it does not say. */
const LIFETIME = 3_600_000;

/**
 * An id token for `target_audience`, of the service account whose key is a credential
 * (`service_account_credential`) or lies in Google's secret manager (`service_account_secret`, opened by `auth`).
 */
export async function googleIdToken(
  scope: SecretScope,
  what: string,
  config: PlainMapping,
): Promise<Resolution> {
  const audience = config.target_audience ?? config.audience;
  if (typeof audience !== 'string')
    throw new SecretError(`${what} has no \`target_audience\`: the address the token is for`);
  const account = await accountOf(scope, what, config);
  const answer = await exchangeClaim(scope.run, what, account, mappingOf([['target_audience', audience]]));
  const token = answer.id_token;
  if (typeof token !== 'string' || token === '')
    throw new SecretError(
      `${what}: the answer has no \`id_token\`; it has: ${Object.keys(answer).join(', ')}`,
      {
        kind: 'auth',
      },
    );
  const fields = mappingOf([
    ['type', 'google_id_token'],
    ['id_token', token],
    ['access_token', token],
    ['token', token],
    ['token_type', 'Bearer'],
    ['audience', audience],
  ]);
  return { fields, lifetime: lifetimeOf(token, scope.run.services.clock.now()) };
}

async function accountOf(scope: SecretScope, what: string, config: PlainMapping): Promise<ServiceAccount> {
  const { run } = scope;
  const name = config.service_account_credential ?? config.credential ?? config.ref;
  if (typeof name === 'string') return readServiceAccount(run, what, (await scope.named(name)).fields);
  const place = config.service_account_secret;
  if (typeof place !== 'string')
    throw new SecretError(
      `${what} needs \`service_account_credential\`, the name of a credential with the key of a service account, ` +
        'or `service_account_secret`, its place in the secret manager of Google',
    );
  const auth = config.auth === undefined ? undefined : await resolveAuth(scope, config.auth);
  const text = await readGcpSecret({ run, what, config, auth: isMapping(auth) ? auth : undefined }, place);
  return readServiceAccount(run, what, mappingOf([['file', run.redactor.learn(text)]]));
}

/** Until the token says that it ends. */
function lifetimeOf(token: string, now: number): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const exp = (claims as { readonly exp?: unknown }).exp;
    return typeof exp === 'number' ? exp * 1000 - now : LIFETIME;
  } catch {
    // Whoever takes the token may read it; here it is only passed on.
    return LIFETIME;
  }
}
