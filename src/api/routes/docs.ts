import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';

export const docs = {
  'docs.openapi': route({
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'docs',
    summary: 'Describe every route of this server: OpenAPI 3.1.',
    response: Type.Object(
      { openapi: Type.Literal('3.1.0'), paths: Type.Record(Type.String(), Type.Unknown()) },
      { additionalProperties: true },
    ),
  }),
  'docs.page': route({
    method: 'GET',
    path: '/docs',
    tag: 'docs',
    summary: 'Show the description for people, to read and to try.',
    type: 'text/html',
    response: Type.String(),
  }),
} as const;
