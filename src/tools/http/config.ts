import { createHash } from 'node:crypto';
import { VERSION } from '../../common/version.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { ConfigError } from '../config-error.ts';
import { readCount, readFlag, readText } from '../read-field.ts';
import { authHeaders } from './auth-headers.ts';
import type { HttpRequest } from './client.ts';
import { readBody } from './request-body.ts';
import { readHeaders, setDefault } from './request-headers.ts';
import { decodePercent, readUrl } from './request-url.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const RESPONSE_TYPES = ['json', 'text', 'binary'] as const;

export type ResponseType = (typeof RESPONSE_TYPES)[number];

export interface HttpConfig {
  readonly request: HttpRequest;
  /** Undefined: as the response says. */
  readonly responseType: ResponseType | undefined;
  /** Of the response's body, unpacked; undefined: what the tool allows. */
  readonly maxBytes: number | undefined;
}

export function readConfig(call: ToolCall): HttpConfig {
  const { config } = call;
  const method = (readText(config, 'method') ?? 'GET').trim().toUpperCase();
  if (!METHODS.includes(method)) throw new ConfigError(`\`method\` must be one of ${METHODS.join(', ')}`);
  const url = readUrl(config);
  const headers = readHeaders(config);
  // What the playbook writes itself comes before what a credential says.
  for (const [name, value] of [...authHeaders(call.auth), ...userOf(url)]) setDefault(headers, name, value);
  const body = readBody(config, headers);
  if (readFlag(config, 'idempotency', false)) {
    setDefault(headers, 'idempotency-key', idempotencyKey(call, method, url, body));
  }
  if (call.trace !== undefined) setDefault(headers, 'traceparent', call.trace);
  setDefault(headers, 'accept', '*/*');
  setDefault(headers, 'accept-encoding', 'gzip, deflate, br');
  setDefault(headers, 'user-agent', `noetl/${VERSION}`);
  return {
    request: {
      method,
      url,
      headers,
      body,
      followRedirects: readFlag(config, 'follow_redirects', true),
      verify: readFlag(config, 'verify_ssl', readFlag(config, 'verify', true)),
    },
    responseType: readResponseType(readText(config, 'response_type')),
    maxBytes: readCount(config, 'max_bytes'),
  };
}

function readResponseType(written: string | undefined): ResponseType | undefined {
  if (written === undefined || written === 'auto') return undefined;
  const type = RESPONSE_TYPES.find(known => known === written.toLowerCase());
  if (type) return type;
  throw new ConfigError(`\`response_type\` must be one of ${RESPONSE_TYPES.join(', ')}`);
}

/** `https://user:password@host`: sent as a header, and gone from every text that shows the address. */
function userOf(url: URL): readonly (readonly [string, string])[] {
  if (url.username === '' && url.password === '') return [];
  const [username, password] = [url.username, url.password].map(decodePercent) as [string, string];
  url.username = '';
  url.password = '';
  return authHeaders({ type: 'basic', username, password });
}

/** The same for every attempt of a request, and another one for each page. */
function idempotencyKey(call: ToolCall, method: string, url: URL, body: Buffer | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify([call.commandId, call.task, method, url.href]));
  return hash
    .update(body ?? '')
    .digest('hex')
    .slice(0, 32);
}
