import { parseExactJson, writeExactJson } from '../../common/exact-json.ts';
import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { given } from '../read-field.ts';
import { multipart } from './multipart.ts';
import { type RequestHeaders, setDefault } from './request-headers.ts';
import { encodePairs, pairsOf } from './request-url.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The body of a request, of `json`, `form` or `body` in this order; sets its content type if nobody has. */
export function readBody(config: PlainMapping, headers: RequestHeaders): Buffer | undefined {
  const json = given(config, 'json');
  if (json !== undefined) return jsonBody(json, headers);
  const form = given(config, 'form');
  if (form !== undefined) return formBody(form, 'form', headers);
  const body = given(config, 'body');
  if (body === undefined) return undefined;
  if (typeof body === 'string') return textBody(body, headers);
  const type = headers.get('content-type')?.[0] ?? '';
  if (isMapping(body) && /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    return formBody(body, 'body', headers);
  }
  return jsonBody(body, headers);
}

function jsonBody(value: PlainValue, headers: RequestHeaders): Buffer {
  setDefault(headers, 'content-type', 'application/json');
  return Buffer.from(writeExactJson(value));
}

function formBody(fields: PlainValue, field: string, headers: RequestHeaders): Buffer {
  if (/^multipart\/form-data\b/i.test(headers.get('content-type')?.[0] ?? '')) {
    const { type, body } = multipart(fields, field);
    headers.set('content-type', [type]);
    return body;
  }
  setDefault(headers, 'content-type', FORM);
  // In forms a space is a plus, unlike in addresses.
  return Buffer.from(encodePairs(pairsOf(fields, field)).replaceAll('%20', '+'));
}

/** Sent as it is; a text that holds a JSON document is announced as one. */
function textBody(text: string, headers: RequestHeaders): Buffer {
  if (!headers.has('content-type')) {
    headers.set('content-type', [isDocument(text) ? 'application/json' : 'text/plain; charset=utf-8']);
  }
  return Buffer.from(text);
}

function isDocument(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    parseExactJson(text);
    return true;
  } catch {
    return false;
  }
}
