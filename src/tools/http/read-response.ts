import { parseExactJson } from '../../common/exact-json.ts';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { HttpResponse } from './client.ts';
import type { ResponseType } from './config.ts';

export type BodyRead =
  | { readonly ok: true; readonly data: PlainValue }
  /** The task asks for JSON and this is none; the data is the text. */
  | { readonly ok: false; readonly data: PlainValue; readonly why: string };

/** The body as data, in the way the task asks for, else in the way the response says. */
export function readBodyData(body: Buffer, contentType: string, type: ResponseType | undefined): BodyRead {
  if (type === 'binary') return { ok: true, data: binary(body) };
  if (type === 'text') return { ok: true, data: decode(body, contentType, false)! };
  if (body.length === 0) return { ok: true, data: null };
  const text = decode(body, contentType, type === undefined);
  if (text === undefined) return { ok: true, data: binary(body) };
  if (type !== 'json' && !isJsonType(contentType) && !isDocument(text)) return { ok: true, data: text };
  try {
    return { ok: true, data: parseExactJson(text) };
  } catch (error) {
    if (type !== 'json') return { ok: true, data: text };
    const isDeep = error instanceof Error && error.message.startsWith('the JSON');
    return { ok: false, data: text, why: isDeep ? error.message : 'the response is not JSON' };
  }
}

/** In lower case. */
export const contentTypeOf = ({ headers }: Pick<HttpResponse, 'headers'>): string =>
  String(headers['content-type'] ?? '').toLowerCase();

export const isJsonType = (contentType: string): boolean => /[/+]json\b/.test(contentType);

/** Other texts are data only if they look like a document: `true` and `12` are texts people write, too. */
export const isDocument = (text: string): boolean => /^\s*[[{]/.test(text);

/** Header lines of one name are one text, except cookies, which cannot be joined. */
export function headerData(headers: HttpResponse['headers']): PlainMapping {
  return mappingOf(
    Object.entries(headers).flatMap(([name, value]): readonly (readonly [string, PlainValue])[] => {
      if (value === undefined) return [];
      if (name === 'set-cookie') return [[name, Array.isArray(value) ? value : [value]]];
      return [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}

const binary = (body: Buffer): PlainMapping =>
  mappingOf([
    ['base64', body.toString('base64')],
    ['size', body.length],
  ]);

/** The text of a body; undefined if it is none and `strict`. */
function decode(body: Buffer, contentType: string, strict: boolean): string | undefined {
  try {
    // A text may have bytes that are wrong; data of another type with such bytes is no text at all.
    return decoderFor(charsetOf(contentType), strict && !contentType.startsWith('text/')).decode(body);
  } catch {
    return undefined;
  }
}

export const charsetOf = (contentType: string): string | undefined =>
  /\bcharset\s*=\s*"?([^\s";]+)/.exec(contentType)?.[1];

export function decoderFor(charset: string | undefined, fatal: boolean): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal });
  } catch {
    return new TextDecoder('utf-8', { fatal });
  }
}
