import { parseExactJson } from '../../../common/exact-json.ts';
import { isMapping, type PlainMapping, type PlainValue } from '../../../common/plain-value.ts';
import { SecretError } from '../secret-error.ts';
import type { SecretRun } from '../secret-run.ts';

/** An entry that asks a provider. */
export interface ProviderCall {
  readonly run: SecretRun;
  /** How errors call the entry. */
  readonly what: string;
  /** Its fields, rendered: `endpoint`, `region` and whatever else the provider reads. */
  readonly config: PlainMapping;
  /** What `auth` of the entry came to. */
  readonly auth: PlainMapping | undefined;
}

/** Reads the secret at one place: a text, or what a JSON object or a secret of several parts holds. */
export type ReadPlace = (what: string, place: string) => Promise<PlainValue>;

export interface Provider {
  /** Whether what it gave is kept for the next who asks; what is near and may change is read every time. */
  readonly isKept: boolean;
  /** Once for all places of an entry. */
  open(call: ProviderCall): Promise<ReadPlace>;
}

/** A field of the entry or of its credential, else a variable: the first that is given. */
export function settingOf(
  { run, config, auth }: ProviderCall,
  names: readonly string[],
  variables: readonly string[],
): string | undefined {
  const written = names.flatMap(name => [config[name], auth?.[name]]);
  const found = [...written, ...variables.map(name => run.services.env(name))].find(
    value => typeof value === 'string' && value !== '',
  );
  return typeof found === 'string' ? found : undefined;
}

/** `place#part` → both. */
export function splitPart(place: string): readonly [place: string, part: string | undefined] {
  const at = place.indexOf('#');
  return at < 0 ? [place, undefined] : [place.slice(0, at), place.slice(at + 1)];
}

/** One field of a secret that is a mapping, or a JSON text of one; the whole if none is asked for. */
export function partOf(what: string, secret: string | PlainMapping, part: string | undefined): PlainValue {
  if (part === undefined) return secret;
  const fields = typeof secret === 'string' ? mappingIn(secret) : secret;
  if (!fields) throw new SecretError(`${what}: the secret is no JSON object, so it has no \`${part}\``);
  if (Object.hasOwn(fields, part)) return fields[part]!;
  throw new SecretError(
    `${what}: the secret has no \`${part}\`; it has: ${Object.keys(fields).join(', ') || 'nothing'}`,
  );
}

/** A text that is a JSON object; undefined: it is something else. */
export function mappingIn(text: string): PlainMapping | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value = parseExactJson(text);
    return isMapping(value) ? value : undefined;
  } catch {
    // A secret may begin with a brace and be no JSON.
    return undefined;
  }
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
