import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described, Json } from '../schemas/json.ts';

/** Rows of one answer. */
export const MOST_ROWS = 10_000;

const Parameter = Type.Union([Type.String(), Type.Number(), Type.Integer(), Type.Boolean(), Type.Null()]);

/** Fields of the older route that name another database are refused: there is one. */
const body = Type.Object({
  query: Type.Optional(
    Type.String({ maxLength: 1_000_000, description: 'One SELECT, WITH, VALUES or EXPLAIN.' }),
  ),
  query_base64: Type.Optional(Type.String({ maxLength: 1_400_000, description: 'The same, in base64.' })),
  parameters: Type.Optional(
    Type.Union(
      [
        Type.Array(Parameter, { maxItems: 1_000 }),
        Type.Record(Type.String(), Parameter, { maxProperties: 1_000 }),
      ],
      { description: 'A list for `?`, or an object for `:name`, `$name` and `@name`.' },
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_ROWS,
      description:
        'Rows to give, 10,000 at most; more are left away. Without it, more than 10,000 are refused.',
    }),
  ),
  schema: Type.Optional(Type.String({ description: 'Of older servers. Ignored.' })),
  db_schema: Type.Optional(Type.String({ description: 'Of older servers. Ignored.' })),
});

const response = Type.Object({
  status: Type.Literal('ok'),
  columns: Type.Array(Type.String()),
  result: described(Type.Array(Type.Array(Json)), 'One list per row, in the order of the columns.'),
  row_count: Type.Integer({ minimum: 0 }),
  truncated: Type.Boolean({ description: 'There are more rows than `limit`.' }),
});

export const query = {
  'query.run': route({
    method: 'POST',
    path: '/api/query',
    tag: 'query',
    summary: 'Ask the store of the server in SQL; nothing can be changed, secrets cannot be read.',
    body,
    response,
  }),
  'query.postgres': route({
    method: 'POST',
    path: '/api/postgres/execute',
    tag: 'query',
    summary: 'Ask the store of the server in SQL.',
    instead: 'POST /api/query',
    body,
    response,
  }),
} as const;
