import { isMapping, mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import type { KeptSecret } from '../../ports/keychain-store.ts';
import { learnSecrets } from './learn.ts';
import { lifetimeOf, requestToken } from './request-token.ts';
import type { Resolution } from './secret-cache.ts';
import { SecretError } from './secret-error.ts';
import type { SecretRun } from './secret-run.ts';
import { tokenRequest } from './token-request.ts';

/**
 * Renews a secret as `renew_config` says: `{endpoint, method, headers, data|json, token_field, ttl_field}`. What the
 * answer does not replace stays. A `refresh_token` that is sent is the one that came last: some are good only once.
 */
export async function renewSecret(
  run: SecretRun,
  what: string,
  last: KeptSecret,
  config: PlainMapping,
): Promise<Resolution> {
  const how = `${what} cannot be renewed`;
  learnSecrets(run.redactor, last.fields);
  learnSecrets(run.redactor, mappingOf([['', config.data ?? config.json ?? null]]));
  const request = tokenRequest(`${how}: its \`renew_config\``, withLastRefreshToken(config, last.fields));
  const answer = await requestToken(run, how, request);
  const field = textOr(config.token_field, 'access_token');
  const token = answer[field];
  if (typeof token !== 'string' || token === '')
    throw new SecretError(`${how}: the answer of its \`renew_config\` has no \`${field}\``, { kind: 'auth' });
  const renewed: PlainMapping = mappingOf([
    ...Object.entries(last.fields),
    ...Object.entries(answer),
    [field, token],
    ['access_token', token],
    ['token', token],
  ]);
  const ttl = answer[textOr(config.ttl_field, 'expires_in')] ?? null;
  return {
    fields: renewed,
    lifetime: lifetimeOf({ expires_in: ttl }, { ttl_seconds: config.ttl_seconds ?? null }),
  };
}

function withLastRefreshToken(config: PlainMapping, { refresh_token: latest }: PlainMapping): PlainMapping {
  if (typeof latest !== 'string' || latest === '') return config;
  const replaced = (['data', 'json', 'form'] as const).flatMap(part => {
    const body = config[part];
    if (!isMapping(body) || body.refresh_token === undefined) return [];
    return [[part, mappingOf([...Object.entries(body), ['refresh_token', latest]])] as const];
  });
  return mappingOf([...Object.entries(config), ...replaced]);
}

const textOr = (value: PlainMapping[string] | undefined, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;
