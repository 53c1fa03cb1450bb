import {
  anyOf,
  anything,
  choice,
  integer,
  type JsonSchema,
  object,
  ref,
  text,
  values,
} from './json-schema.ts';

const seconds = (description: string, byDefault: number): JsonSchema => ({
  type: 'number',
  exclusiveMinimum: 0,
  default: byDefault,
  description,
});

const frame = object('How the rows of a cursor are claimed.', {
  max_rows: integer('Rows per claim.', 1, 1),
  max_seconds: seconds('How long rows of one claim are worked on.', 30),
  max_bytes: integer('Bytes per claim.', 1, 67_108_864),
  lease_seconds: seconds('How long claimed rows stay reserved without a heartbeat.', 120),
  heartbeat_seconds: seconds('How often the reservation is renewed.', 30),
  row_concurrency: integer('Rows of a claim that are worked on at once.', 1, 1),
  process: choice('What an iteration gets: a row, or all rows of a claim.', 'row', 'frame'),
  retry_mode: text('What is repeated after a failure.', 'whole_frame'),
  max_attempts: integer('How often a claim is worked on in all.', 1, 3),
});

const spec = object('How the iterations run.', {
  mode: choice('One after the other, or several at once.', 'sequential', 'parallel'),
  max_in_flight: ref('count', 'How many iterations run at once in parallel mode.'),
  where: ref('condition', 'Only items for which this is true are worked on.'),
  order_by: text('Items are sorted by what this renders to.', '{{ item.created_at }}'),
  limit: ref('count', 'At most so many items are worked on.'),
  chunk: ref('count', 'Items per iteration, which are then bound as a list.'),
  on_error: choice('Whether the first failed iteration ends the loop.', 'fail', 'continue'),
  frame,
});

const cursor = object(
  'Rows are claimed from a database until none is left.',
  {
    kind: text('The tool that claims.', 'postgres'),
    auth: anything('Credential of the database.'),
    claim: text('The statement that claims rows and returns them.'),
    options: values('Further settings of the tool.'),
  },
  { required: ['kind', 'claim'] },
);

export const loop = {
  ...object(
    'Runs the tool once per item; the result of the step is the list of results.',
    {
      in: anyOf(
        'What is looped over: a list, a mapping, a number, or a template that gives one.',
        { type: 'array' },
        { type: 'object' },
        { type: 'integer', minimum: 0 },
        { type: 'string' },
      ),
      cursor,
      iterator: ref('name', 'Name of the item: `iter.<name>`, and bare `<name>`.'),
      spec,
    },
    { examples: [{ in: '{{ list_shops.data }}', iterator: 'shop' }] },
  ),
  oneOf: [{ required: ['in'] }, { required: ['cursor'] }],
};
