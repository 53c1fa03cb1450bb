import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { aws } from './providers/aws.ts';
import { azure } from './providers/azure.ts';
import { gcp } from './providers/gcp.ts';
import { k8s } from './providers/k8s.ts';
import { env, file } from './providers/local.ts';
import { mappingIn, type Provider, type ProviderCall } from './providers/provider.ts';
import { vault } from './providers/vault.ts';
import { SecretError } from './secret-error.ts';
import type { SecretRun } from './secret-run.ts';

const PROVIDERS: Readonly<Record<string, Provider>> = { env, file, gcp, aws, azure, vault, k8s };
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['google', 'gcp'],
  ['kubernetes', 'k8s'],
]);

/** Those that are known and give out no secrets, but tokens. */
const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  gcp_iam: 'use kind: google_id_token, or provider: gcp with the key of a service account in `auth`',
  aws_sts: 'use provider: aws with AWS_SESSION_TOKEN, or a credential of type aws with `session_token`',
  azure_oauth: 'use kind: oauth2 with `endpoint`, `client_id`, `client_secret` and `scopes`',
};

/** Throws if there is no such provider. */
export function providerOf(what: string, written: PlainValue | undefined): Provider {
  const name = typeof written === 'string' ? written.trim().toLowerCase() : '';
  const known = OTHER_NAMES.get(name) ?? name;
  if (Object.hasOwn(PROVIDERS, known)) return PROVIDERS[known]!;
  if (Object.hasOwn(NOT_SUPPORTED, known))
    throw new SecretError(
      `${what}: the provider '${name}' is known and not supported; ${NOT_SUPPORTED[known]}`,
    );
  const there = Object.keys(PROVIDERS).join(', ');
  throw new SecretError(
    `${what}: ${name === '' ? '`provider` is missing' : `there is no provider '${name}'`}; there are ${there}`,
  );
}

/** `map: {field: place}`: the secrets at those places, by field. */
export async function fromSecretManager(provider: Provider, call: ProviderCall): Promise<PlainMapping> {
  const { run, what, config } = call;
  const { map } = config;
  if (!isMapping(map) || Object.keys(map).length === 0)
    throw new SecretError(`${what} has no \`map\` that says which secret goes into which field`);
  const places = Object.entries(map).map(([field, place]) => [field, readPlace(what, field, place)] as const);
  const read = await provider.open(call);
  const entries: [string, PlainValue][] = [['type', 'secret_manager']];
  for (const [field, place] of places)
    entries.push([field, secretIn(run, await read(`${what}: \`${field}\``, place))]);
  return mappingOf(entries);
}

function readPlace(what: string, field: string, place: PlainValue): string {
  if (typeof place === 'string' && place !== '') return place;
  throw new SecretError(`${what}: \`map.${field}\` must name a place at the provider`);
}

/** A JSON object is many secrets: its fields can be read one by one. */
function secretIn({ redactor }: SecretRun, secret: PlainValue): PlainValue {
  if (typeof secret !== 'string') return secret;
  return mappingIn(redactor.learn(secret)) ?? secret;
}
