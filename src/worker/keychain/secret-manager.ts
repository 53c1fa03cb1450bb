import { isAbsolute, join } from 'node:path';
import { parseExactJson } from '../../common/exact-json.ts';
import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { SecretError } from './secret-error.ts';
import type { SecretRun } from './secret-run.ts';

type Read = (run: SecretRun, what: string, place: string) => Promise<string>;

const PROVIDERS: Readonly<Record<string, Read>> = { env: fromEnvironment, file: fromFile };

/** What to do instead of those that are known and not built in. */
const INSTEAD =
  'have its agent or operator write the secrets to files or variables, and use provider: file or env';
const NOT_BUILT_IN: ReadonlySet<string> = new Set(
  'gcp google gcp_iam aws aws_sts azure azure_oauth vault k8s kubernetes'.split(' '),
);

/** `provider` and `map: {field: place}`; a place is the name of a variable, or the path of a file. */
export async function fromSecretManager(
  run: SecretRun,
  what: string,
  { provider, map }: PlainMapping,
): Promise<PlainMapping> {
  const read = readerOf(what, provider);
  if (!isMapping(map) || Object.keys(map).length === 0)
    throw new SecretError(`${what} has no \`map\` that says which secret goes into which field`);
  const entries: [string, PlainValue][] = [];
  for (const [field, place] of Object.entries(map)) {
    if (typeof place !== 'string' || place === '')
      throw new SecretError(`${what}: \`map.${field}\` must name a place at the provider`);
    entries.push([field, secretIn(run, await read(run, `${what}: \`${field}\``, place))]);
  }
  return mappingOf(entries);
}

function readerOf(what: string, provider: PlainValue | undefined): Read {
  const name = typeof provider === 'string' ? provider.trim().toLowerCase() : '';
  if (Object.hasOwn(PROVIDERS, name)) return PROVIDERS[name]!;
  const supported = Object.keys(PROVIDERS).join(' and ');
  if (NOT_BUILT_IN.has(name))
    throw new SecretError(
      `${what}: the provider '${name}' is known and not supported (${supported} are); ${INSTEAD}`,
    );
  throw new SecretError(
    `${what}: ${name === '' ? '`provider` is missing' : `there is no provider '${name}'`}; there are ${supported}`,
  );
}

async function fromEnvironment({ services }: SecretRun, what: string, name: string): Promise<string> {
  const value = services.env(name);
  if (value !== undefined && value !== '') return value;
  throw new SecretError(`${what}: the environment variable ${name} is not set where this runs`);
}

/** Relative paths start at the folder of the playbook. A line end behind the secret is not part of it. */
async function fromFile({ services, command }: SecretRun, what: string, place: string): Promise<string> {
  const base = isAbsolute(place) ? undefined : await services.baseDirOf?.(command.executionId);
  const path = base === undefined ? place : join(base, place);
  try {
    return (await services.secrets!.readFile(path)).replace(/\r?\n$/, '');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'it failed';
    throw new SecretError(`${what}: the file ${path} cannot be read (${why})`, { cause: error });
  }
}

/** A JSON object is many secrets: its fields can be read one by one. */
function secretIn({ redactor }: SecretRun, text: string): PlainValue {
  redactor.learn(text);
  if (!/^\s*\{/.test(text)) return text;
  try {
    const value = parseExactJson(text);
    return isMapping(value) ? value : text;
  } catch {
    // A secret may begin with a brace and be no JSON.
    return text;
  }
}
