import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { nameOf, readMapping } from '../read-field.ts';

/** Headers by their names in lower case. */
export type RequestHeaders = Map<string, string[]>;

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What the connection decides: sent as written they would contradict it. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Null is left out, a list is the header repeated. */
export function readHeaders(config: PlainMapping): RequestHeaders {
  const headers: RequestHeaders = new Map();
  for (const [written, value] of Object.entries(readMapping(config, 'headers') ?? {})) {
    const name = written.trim().toLowerCase();
    if (!NAME.test(name))
      throw new ConfigError('`headers` has a name with a character that HTTP does not allow');
    if (OF_THE_CONNECTION.has(name)) continue;
    const values = (Array.isArray(value) ? (value as readonly PlainValue[]) : [value])
      .filter(item => item !== null)
      .map(item => headerValue(item, `headers.${written.trim()}`));
    if (values.length > 0) headers.set(name, values);
  }
  return headers;
}

/** The text of a header. What does not fit is not shown: it may be a secret. */
export function headerValue(value: PlainValue, field: string): string {
  if (typeof value === 'object') throw new ConfigError(`\`${field}\` must be a text, not ${nameOf(value)}`);
  const text = String(value).trim();
  if (!VALUE.test(text)) throw new ConfigError(`\`${field}\` has a character that HTTP does not allow`);
  return text;
}

/** Sets a header that is not there yet. */
export function setDefault(headers: RequestHeaders, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, [value]);
}
