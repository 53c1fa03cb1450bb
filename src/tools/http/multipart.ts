import { randomUUID } from 'node:crypto';
import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { ConfigError } from '../config-error.ts';
import { given } from '../read-field.ts';
import { pairsOf } from './request-url.ts';

/**
 * A form with files: a field is a text, or `{filename, content}` or `{filename, base64}` with an optional
 * `content_type`; a list repeats its field.
 */
export function multipart(fields: PlainValue, field: string): { type: string; body: Buffer } {
  if (!isMapping(fields)) throw new ConfigError(`\`${field}\` must be a mapping`);
  const boundary = `noetl-${randomUUID()}`;
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly PlainValue[]) : [value]).flatMap(item => {
      if (isMapping(item)) return [filePart(name, item, `${field}.${name}`)];
      return pairsOf({ [name]: item }, field).map(([, text]) => textPart(name, text));
    }),
  );
  const body = parts.flatMap(part => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const disposition = (name: string): string => `content-disposition: form-data; name="${quoted(name)}"`;

/** As browsers write them, so that no name ends its quotes or its line. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const textPart = (name: string, text: string): Buffer => Buffer.from(`${disposition(name)}\r\n\r\n${text}`);

function filePart(name: string, file: PlainMapping, field: string): Buffer {
  const base64 = given(file, 'base64');
  const content = base64 ?? given(file, 'content');
  if (typeof content !== 'string') throw new ConfigError(`\`${field}\` needs \`content\` or \`base64\``);
  const type = String(given(file, 'content_type') ?? 'application/octet-stream').replace(/[\r\n]/g, '');
  const filename = quoted(String(given(file, 'filename') ?? name));
  const head = `${disposition(name)}; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content, base64 === undefined ? 'utf8' : 'base64')]);
}
