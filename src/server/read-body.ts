import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseExactJson } from '../common/exact-json.ts';
import { HttpError } from './http-error.ts';

/**
 * How bodies are read: JSON whose large integers are kept exactly and whose keys are only keys, or nothing at
 * all. A program that says JSON and sends nothing means a request without a body.
 */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const asText = { parseAs: 'string' } as const;
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
    bytes.length === 0 ? undefined : parse(textOf(bytes)),
  );
  server.addContentTypeParser('*', asText, async (request: FastifyRequest, text: string) => {
    if (text === '') return undefined;
    const type = String(request.headers['content-type'] ?? 'nothing').slice(0, 100);
    throw new HttpError(415, `the body must be JSON (content-type: application/json), this one says ${type}`);
  });
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/;

/** What is replaced by a sign for undecodable bytes would be stored that way. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new HttpError(400, 'the body is no JSON: it is not in UTF-8');
  return bytes.toString('utf8');
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HttpError(400, `the body is no JSON: ${error.message.slice(0, 200)}`, { cause: error });
  }
}
