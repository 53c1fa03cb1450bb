import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import { SecretError } from './secret-error.ts';

/** Of each kind, the fields without which it is no secret; any name of a field will do. */
const REQUIRED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  bearer: [['token', 'access_token', 'bearer_token']],
  basic: [['password']],
  api_key: [['api_key', 'key', 'token']],
};

/**
 * Throws if a field that an entry gives, and cannot do without, came to nothing: the tool that misses it later
 * would not know why.
 */
export function requireFields(
  what: string,
  kind: string,
  written: PlainMapping,
  rendered: PlainMapping,
): void {
  const groups = Object.hasOwn(REQUIRED, kind) ? REQUIRED[kind]! : [];
  for (const names of groups) {
    const given = names.find(name => placeOf(written, name) !== undefined);
    if (given === undefined || names.some(name => placeOf(rendered, name) !== undefined)) continue;
    throw new SecretError(`${what}: \`${given}\` comes to nothing${whyOf(placeOf(written, given))}`);
  }
}

const placeOf = (mapping: PlainMapping, name: string): unknown =>
  mapping[name] ?? (isMapping(mapping.data) ? mapping.data[name] : undefined);

/** A variable that is not set is the usual reason. */
function whyOf(written: unknown): string {
  const name = typeof written === 'string' ? /\benv\(\s*['"]([^'"]+)['"]/.exec(written)?.[1] : undefined;
  return name === undefined
    ? ': its template gives nothing'
    : `: the environment variable ${name} is not set where this runs`;
}
