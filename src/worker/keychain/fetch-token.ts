import { canonicalJson } from '../../common/canonical-json.ts';
import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { type Keeping, keepSecret } from './keep-secret.ts';
import { learnSecrets } from './learn.ts';
import { lifetimeOf, requestToken, withToken } from './request-token.ts';
import { SecretError } from './secret-error.ts';
import type { ResolvedSecret, SecretRun } from './secret-run.ts';
import { tokenRequest } from './token-request.ts';

/** Fetches a token, or takes the one that was fetched before and is still good. `what` names it in errors. */
export function fetchToken(
  run: SecretRun,
  what: string,
  fields: PlainMapping,
  more: { readonly auth?: PlainMapping | undefined; readonly keeping: Keeping },
): Promise<ResolvedSecret> {
  learnSecrets(run.redactor, mappingOf([['', fields.client_secret ?? null]]));
  const request = tokenRequest(what, fields, more.auth);
  const asked = canonicalJson([request.config, request.auth ?? null]);
  return keepSecret(run, what, more.keeping, { holds: 'token', asked }, async () => {
    const answer = await requestToken(run, what, request);
    return { fields: tokenFields(what, answer), lifetime: lifetimeOf(answer, fields) };
  });
}

function tokenFields(what: string, answer: PlainMapping): PlainMapping {
  const fields = withToken(answer);
  if (fields) return fields;
  const there = Object.keys(answer).join(', ') || 'nothing';
  throw new SecretError(`${what}: the answer has no \`access_token\`; it has: ${there}`, { kind: 'auth' });
}
