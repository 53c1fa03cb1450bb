import { anyOf, anything, choice, integer, object, text, values } from '../json-schema.ts';

const query = anyOf(
  'The statement, or several; the last one gives the rows.',
  { type: 'string', examples: ['SELECT * FROM orders WHERE id = :id'] },
  { type: 'array', items: { type: 'string' }, minItems: 1 },
);
const params = anyOf(
  'Values for the placeholders: by name (`:id`) or in order (`$1`).',
  { type: 'object' },
  { type: 'array' },
  { $ref: '#/$defs/template' },
);

export const postgres = object(
  'Runs SQL on PostgreSQL; the result has `rows`, `columns`, `row_count`.',
  {
    query,
    params,
    schema: text('Schema to look names up in.'),
    connection_string: text('Where the database is, instead of `auth`.'),
  },
  { open: true },
);

export const duckdb = object(
  'Runs SQL on DuckDB; steps of one execution share a database.',
  { query, params, database: text('File of the database.') },
  { open: true },
);

export const transfer = object(
  'Copies rows from one place to another.',
  {
    source: values('Where rows come from.', {
      kind: 'postgres',
      auth: 'shop',
      query: 'SELECT * FROM orders',
    }),
    target: values('Where rows go.', { kind: 'duckdb', table: 'orders' }),
    mapping: anything('Column of the target → field of the source.'),
    chunk_size: integer('Rows per round.', 1, 1000),
    mode: choice('What happens to rows that are there.', 'append', 'replace', 'upsert'),
  },
  { open: true, required: ['source', 'target'] },
);
