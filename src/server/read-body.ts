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
  server.addContentTypeParser(JSON_TYPE, asText, async (_: FastifyRequest, text: string) =>
    text === '' ? undefined : parse(text),
  );
  server.addContentTypeParser('*', asText, async (request: FastifyRequest, text: string) => {
    if (text === '') return undefined;
    const type = String(request.headers['content-type'] ?? 'nothing').slice(0, 100);
    throw new HttpError(415, `the body must be JSON (content-type: application/json), this one says ${type}`);
  });
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/;

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HttpError(400, `the body is no JSON: ${error.message.slice(0, 200)}`, { cause: error });
  }
}
