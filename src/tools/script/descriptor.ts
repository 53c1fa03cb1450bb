import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { given, nameOf, readText } from '../read-field.ts';

/** Where a script is. */
export type ScriptSource =
  | { readonly type: 'inline'; readonly text: string; readonly encoding: Encoding }
  | { readonly type: 'file'; readonly path: string; readonly encoding: Encoding }
  /** `request` are fields of the http tool. */
  | { readonly type: 'http'; readonly request: PlainMapping; readonly encoding: Encoding };

const ENCODINGS: Readonly<Record<string, 'utf8' | 'base64' | 'latin1' | 'utf16le'>> = {
  'utf-8': 'utf8',
  utf8: 'utf8',
  base64: 'base64',
  latin1: 'latin1',
  'iso-8859-1': 'latin1',
  'utf-16le': 'utf16le',
};

export type Encoding = (typeof ENCODINGS)[string];

const TYPES = ['file', 'http', 'inline'];
/** Schemes of addresses, by the type that reads them. */
const SCHEMES: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\//i, 'http'],
  [/^gs:\/\//i, 'gcs'],
  [/^s3:\/\//i, 's3'],
];

/**
 * `script:` of a task: a path or an address, or `{uri, source: {type, …}, encoding}`. The type may be left
 * out where the address tells it.
 */
export function readDescriptor(script: PlainValue): ScriptSource {
  if (typeof script === 'string') return ofUri(script.trim(), {}, undefined, 'utf8');
  if (!isMapping(script))
    throw new ConfigError(`\`script\` must be a mapping with \`uri\`, not ${nameOf(script)}`);
  const source = given(script, 'source') ?? {};
  // `source: file` for short.
  const fields = typeof source === 'string' ? { type: source } : source;
  if (!isMapping(fields)) throw new ConfigError(`\`script.source\` must be a mapping, not ${nameOf(fields)}`);
  const encoding = readEncoding(script);
  const code = given(fields, 'code') ?? given(script, 'code');
  const type = readText(fields, 'type')?.toLowerCase();
  if (type === 'inline' || (type === undefined && code !== undefined)) {
    if (typeof code !== 'string') throw new ConfigError('`script.source.code` must be a text');
    return { type: 'inline', text: code, encoding };
  }
  return ofUri(readText(script, 'uri')?.trim() ?? '', fields, type, encoding);
}

function ofUri(
  uri: string,
  fields: PlainMapping,
  given: string | undefined,
  encoding: Encoding,
): ScriptSource {
  const type = given ?? SCHEMES.find(([scheme]) => scheme.test(uri))?.[1] ?? 'file';
  if (type === 'gcs' || type === 'gs' || type === 's3') {
    throw new ConfigError(
      `\`script\` from ${type === 's3' ? 's3' : 'gcs'} is not supported yet; use http or file`,
    );
  }
  if (!TYPES.includes(type))
    throw new ConfigError(`\`script.source.type\` must be one of ${TYPES.join(', ')}`);
  if (type === 'http') return { type, request: requestOf(uri, fields), encoding };
  if (uri === '') throw new ConfigError('`script.uri` is missing');
  return { type: 'file', path: uri.replace(/^file:\/\/(localhost)?(?=\/)/i, ''), encoding };
}

function requestOf(uri: string, fields: PlainMapping): PlainMapping {
  const url = given(fields, 'endpoint') ?? uri;
  if (url === '') throw new ConfigError('`script.uri` is missing');
  // Only the worker can look a name up, and it does so for the task alone.
  if (typeof given(fields, 'auth') === 'string') {
    throw new ConfigError('`script.source.auth` must be a mapping, such as `{type: bearer, token: …}`');
  }
  return { ...fields, url };
}

function readEncoding(script: PlainMapping): Encoding {
  const written = (readText(script, 'encoding') ?? 'utf-8').toLowerCase();
  if (Object.hasOwn(ENCODINGS, written)) return ENCODINGS[written]!;
  throw new ConfigError(`\`script.encoding\` must be one of ${Object.keys(ENCODINGS).join(', ')}`);
}
