import { canonicalJson } from '../../common/canonical-json.ts';
import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { callHttp } from './call-http.ts';
import { type EntryCall, keepingOf } from './entry-call.ts';
import { googleIdToken } from './google/id-token.ts';
import { keepSecret } from './keep-secret.ts';
import { lifetimeOf, withToken } from './request-token.ts';
import { resolveAuth } from './resolve-auth.ts';
import { SecretError } from './secret-error.ts';
import { fromSecretManager, providerOf } from './secret-manager.ts';
import type { ResolvedSecret } from './secret-run.ts';

/** Seconds for which a secret of a remote manager is kept where the playbook does not say. */
const SECRET_LIFETIME = 3600;

export async function bySecretManager(call: EntryCall): Promise<ResolvedSecret> {
  const { scope, what, config } = call;
  const provider = providerOf(what, config.provider);
  const read = async () =>
    fromSecretManager(provider, { run: scope.run, what, config, auth: await authOf(call) });
  if (!provider.isKept) return { fields: await read() };
  return keepSecret(
    scope.run,
    what,
    keepingOf(call),
    { holds: 'secret', asked: askedFor(call) },
    async () => ({
      fields: await read(),
      lifetime: secondsOf(what, config.ttl_seconds, SECRET_LIFETIME) * 1000,
    }),
  );
}

export function byGoogleIdToken(call: EntryCall): Promise<ResolvedSecret> {
  const { scope, what, config } = call;
  return keepSecret(scope.run, what, keepingOf(call), { holds: 'token', asked: askedFor(call) }, async () => {
    const { fields, lifetime = 0 } = await googleIdToken(scope, what, config);
    return {
      fields,
      lifetime: Math.min(lifetime, secondsOf(what, config.ttl_seconds, lifetime / 1000) * 1000),
    };
  });
}

/** Whatever an address answers: its fields, or the text of it as `value`. */
export async function byHttp(call: EntryCall): Promise<ResolvedSecret> {
  const { scope, what, config } = call;
  const auth = await authOf(call);
  const asked = canonicalJson([config, auth ?? null]);
  return keepSecret(scope.run, what, keepingOf(call), { holds: 'secret', asked }, async () => {
    const { endpoint, url = endpoint, ...rest } = config;
    if (typeof url !== 'string') throw new SecretError(`${what}: \`endpoint\` must be an address`);
    const answer = await callHttp(scope.run, what, { wanted: 'answer', url, config: requestOf(rest), auth });
    const fields = answered(what, answer);
    return { fields, lifetime: lifetimeOf(fields, config) };
  });
}

/** `data` is sent as JSON unless it is a text, or the headers say that it is a form. */
function requestOf({ data = null, ...config }: PlainMapping): PlainMapping {
  const hasBody = [data, config.json, config.form, config.body].some(
    body => body !== null && body !== undefined,
  );
  const kept = ['method', 'headers', 'params', 'json', 'form', 'body'].flatMap(
    (name): [string, PlainValue][] => (config[name] === undefined ? [] : [[name, config[name]]]),
  );
  return mappingOf([
    ['method', hasBody ? 'POST' : 'GET'],
    ...(data === null ? [] : ([['body', data]] as const)),
    ...kept,
  ]);
}

function answered(what: string, answer: PlainValue): PlainMapping {
  if (isMapping(answer)) return withToken(answer) ?? answer;
  if (answer === null || answer === '')
    throw new SecretError(`${what}: the answer is empty`, { kind: 'auth' });
  return mappingOf([['value', answer]]);
}

async function authOf({ scope, config }: EntryCall): Promise<PlainMapping | undefined> {
  if (config.auth === undefined) return undefined;
  const auth = await resolveAuth(scope, config.auth);
  return isMapping(auth) ? auth : undefined;
}

/** Names of credentials, not what they hold: a secret is the same whoever fetched it. */
const askedFor = ({ entry, config }: EntryCall): string => canonicalJson([entry.kind, config]);

function secondsOf(what: string, written: PlainValue | undefined, otherwise: number): number {
  if (written === undefined) return otherwise;
  const seconds = Number(written);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new SecretError(`${what}: \`ttl_seconds\` must be a number above 0`);
}
