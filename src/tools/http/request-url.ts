import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { given, nameOf, readText } from '../read-field.ts';
import { shorten } from '../shorten.ts';

/** The address of a request: `url`, with `params` in its query. */
export function readUrl(config: PlainMapping): URL {
  const written = readText(config, 'url')?.trim() ?? '';
  if (written === '') throw new ConfigError('`url` is missing');
  const url = parse(written);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const what = url ? url.protocol : withoutSecrets(written);
    throw new ConfigError(`\`url\` must be an address that begins with http:// or https://, not \`${what}\``);
  }
  url.hash = '';
  const params = given(config, 'params');
  if (typeof params === 'string') url.search = joined([url.search.slice(1), params.replace(/^\?/, '')]);
  else if (params !== undefined) addParams(url, pairsOf(params, 'params'));
  return url;
}

/** Without the query and the user, where keys stand. */
const withoutSecrets = (written: string): string =>
  shorten(written.split(/[?#]/)[0]!.replace(/\/\/[^/]*@/, '//'), 100);

function parse(written: string): URL | null {
  try {
    return new URL(written);
  } catch {
    return null;
  }
}

/** A parameter replaces those of the same name in the address; the rest of the address stays as it is written. */
function addParams(url: URL, pairs: readonly (readonly [string, string])[]): void {
  if (pairs.length === 0) return;
  const names = new Set(pairs.map(([name]) => name));
  const kept = url.search
    .slice(1)
    .split('&')
    .filter(part => !names.has(decoded(part.split('=')[0]!)));
  url.search = joined([...kept, encodePairs(pairs)]);
}

const joined = (parts: readonly string[]): string => parts.filter(part => part !== '').join('&');

const decoded = (name: string): string => decodePercent(name.replaceAll('+', ' '));

/** What cannot be decoded stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const encodePairs = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&');

/** By way of bytes, because half a character cannot be encoded. */
const encodeText = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** Names and values to send: null is left out, a list is its name repeated. */
export function pairsOf(fields: PlainValue, field: string): readonly (readonly [string, string])[] {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new ConfigError(`\`${field}\` must be a mapping, not ${nameOf(fields)}`);
  }
  return Object.entries(fields as PlainMapping).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly PlainValue[]) : [value]).flatMap(item => {
      if (item === null) return [];
      if (typeof item !== 'object') return [[name, String(item)] as const];
      const what = `\`${field}.${name}\` holds ${nameOf(item)}`;
      throw new ConfigError(
        `${what}, which cannot be sent; write it as a text, for example with \`| tojson\``,
      );
    }),
  );
}
