import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { SecretError } from './secret-error.ts';

/** A call of the http tool that answers with a token. */
export interface TokenRequest {
  readonly url: string;
  readonly config: PlainMapping;
  /** How the client shows who it is, if not by what it sends. */
  readonly auth: PlainMapping | undefined;
}

const textIn = (fields: PlainMapping, ...names: readonly string[]): string | undefined => {
  const value = names.map(name => fields[name]).find(each => typeof each === 'string' && each !== '');
  return typeof value === 'string' ? value : undefined;
};

/**
 * `endpoint` with `method`, `headers` and `data` or `json`, sent as they are; without either, the fields of
 * the client credentials grant. `data` is a form unless the headers say that it is JSON.
 */
export function tokenRequest(what: string, fields: PlainMapping, auth?: PlainMapping): TokenRequest {
  const url = textIn(fields, 'endpoint', 'token_url', 'token_endpoint', 'url');
  if (url === undefined) throw new SecretError(`${what} has no \`endpoint\` to fetch a token from`);
  const headers = isMapping(fields.headers) ? fields.headers : mappingOf([]);
  const config = mappingOf([
    ['url', url],
    ['method', textIn(fields, 'method') ?? 'POST'],
    ['headers', mappingOf([['Accept', 'application/json'], ...Object.entries(headers)])],
    bodyOf(what, fields, headers, auth !== undefined),
  ]);
  return { url, config, auth };
}

function bodyOf(
  what: string,
  fields: PlainMapping,
  headers: PlainMapping,
  hasAuth: boolean,
): readonly [string, PlainValue] {
  if (fields.json !== undefined && fields.json !== null) return ['json', fields.json];
  const data = fields.data ?? fields.form ?? fields.body ?? null;
  if (typeof data === 'string') return ['body', data];
  const isJson = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /\bjson\b/i.test(String(value)),
  );
  return [isJson ? 'json' : 'form', data ?? grantOf(what, fields, hasAuth)];
}

function grantOf(what: string, fields: PlainMapping, hasAuth: boolean): PlainMapping {
  if (!hasAuth && textIn(fields, 'client_secret') === undefined)
    throw new SecretError(`${what} has neither \`data\` nor \`client_id\` and \`client_secret\``);
  const names = ['client_id', 'client_secret', 'scope', 'audience', 'resource'];
  // In an entry of a keychain `scope` says who shares it.
  const written = fields.scopes === undefined ? fields : { ...fields, scope: fields.scopes };
  const given = names.flatMap((name): [string, PlainValue][] => {
    const value = written[name] ?? null;
    return value === null ? [] : [[name, Array.isArray(value) ? value.join(' ') : value]];
  });
  return mappingOf([['grant_type', textIn(fields, 'grant_type') ?? 'client_credentials'], ...given]);
}
