import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { callHttp, shownUrl } from './call-http.ts';
import { SecretError } from './secret-error.ts';
import type { SecretRun } from './secret-run.ts';
import type { TokenRequest } from './token-request.ts';

/** Seconds a token is good where neither its endpoint nor the playbook says. */
const DEFAULT_LIFETIME = 300;

/** The answer of a token endpoint. */
export async function requestToken(
  run: SecretRun,
  what: string,
  { url, config, auth }: TokenRequest,
): Promise<PlainMapping> {
  const answer = await callHttp(run, what, { wanted: 'token', url, config, auth });
  if (isMapping(answer)) return answer;
  throw new SecretError(`${what}: ${shownUrl(url)} answered with something that is no JSON object`, {
    kind: 'auth',
  });
}

/** The token under the names that tools and playbooks look for, beside what was answered; undefined: there is none. */
export function withToken(answer: PlainMapping): PlainMapping | undefined {
  const token = answer.access_token ?? answer.id_token ?? answer.token;
  if (typeof token !== 'string' || token === '') return undefined;
  return mappingOf([
    ['token', token],
    ['access_token', token],
    ...Object.entries(answer),
    ['type', 'oauth2'],
  ]);
}

/** Milliseconds: the shorter of what the answer says and what the playbook wishes. */
export function lifetimeOf(answer: PlainMapping, { ttl_seconds: wish }: PlainMapping): number {
  const seconds = [answer.expires_in, wish]
    .filter(isGiven)
    .map(Number)
    .filter(value => value > 0);
  return (seconds.length === 0 ? DEFAULT_LIFETIME : Math.min(...seconds)) * 1000;
}

const isGiven = (value: PlainValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '';
