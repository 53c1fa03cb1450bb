import {
  anyOf,
  anything,
  integer,
  type JsonSchema,
  list,
  object,
  type Properties,
  ref,
  text,
  values,
} from './json-schema.ts';
import { TOOLS } from './tools/index.ts';

const output = object(
  'How the result is kept.',
  {
    select: list(
      'Fields that stay readable without loading the whole result.',
      anyOf(
        'A path, or a path and the name it is read by.',
        { type: 'string', examples: ['$.total'] },
        object(
          'A path and a name.',
          { path: text('The path.', '$.a.b'), as: text('The name.') },
          { required: ['path'] },
        ),
      ),
    ),
    store: values('Where a large result is stored.', { kind: 'auto' }),
    inline_max_bytes: integer('Larger results are stored and referred to.', 0, 65_536),
  },
  { open: true },
);

const cache = object(
  'Remembers the result by key.',
  {
    key: { type: 'string', description: 'Executions that render the same key share the result.' },
    ttl: ref('duration', 'How long it is remembered.'),
  },
  { required: ['key'] },
);

const callback = anyOf(
  'Waits after the success of the task until it is called back; `{{ callback.url }}` is the address for that.',
  { type: 'boolean' },
  object('How long to wait.', { timeout: ref('duration', 'How long it is waited for; 1h unless given.') }),
);

/** What every task may say, whatever its kind. */
const COMMON: Properties = {
  kind: {
    type: 'string',
    description: 'The tool that runs.',
    anyOf: [{ enum: Object.keys(TOOLS) }, { type: 'string' }],
  },
  auth: anything('Credential to use: its name, or the details.'),
  input: values('Values for the tool, over those of the step.'),
  set: ref('set'),
  retry: ref('retry'),
  paginate: ref('paginate'),
  timeout: ref('duration', 'Limit of one execution of the task.'),
  output,
  cache,
  callback,
  spec: ref('taskSpec'),
  sink: ref('sink'),
};

/** The tool's own fields, for the kinds that are known; others may have any. */
const byKind: readonly JsonSchema[] = Object.entries(TOOLS).map(([kind, schema]) => ({
  if: { properties: { kind: { const: kind } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: schema,
}));

export const task: JsonSchema = {
  ...object('One task.', COMMON, { required: ['kind'], open: true }),
  allOf: byKind,
};

const namedTask: JsonSchema = {
  allOf: [ref('task')],
  description: 'A task of a pipeline.',
  type: 'object',
  properties: { name: ref('name', 'Name of the task in its pipeline.') },
  required: ['name', 'kind'],
};

export const tool: JsonSchema = anyOf(
  'What the step runs: one task, or a pipeline of named tasks. A step without a tool only routes.',
  ref('task'),
  list('Tasks in order.', namedTask, 1),
);

export const sink: JsonSchema = {
  ...ref(
    'task',
    'A task that stores the result (`result`, `data`); its failure fails the task it belongs to.',
  ),
};

export const workbook = list(
  'Tasks that several steps use: `tool: { kind: workbook, name: … }`.',
  object(
    'A task for steps to use.',
    { name: text('Name of the entry.'), desc: text('What it does.'), tool: ref('task') },
    { required: ['name'], open: true },
  ),
);
