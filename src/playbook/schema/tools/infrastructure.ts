import { anything, integer, object, text, textList, values } from '../json-schema.ts';

export const nats = object(
  'Reads and writes NATS: key-value buckets, objects, streams.',
  {
    operation: text(
      'What to do.',
      'kv_get',
      'kv_put',
      'js_publish',
      'js_consume',
      'object_get',
      'object_put',
    ),
    url: text('The server.'),
    bucket: text('The bucket.'),
    key: text('The key.'),
    value: anything('The value.'),
    stream: text('The stream.'),
    subject: text('The subject.'),
    batch: integer('Messages at most.', 1, 100),
  },
  { open: true, required: ['operation'] },
);

export const container = object(
  'Runs a container.',
  {
    image: text('The image.', 'python:3.12-slim'),
    command: anything('The program, as a text or a list.'),
    args: textList('Its arguments.'),
    env: anything('Environment variables.'),
    resources: values('Limits of memory and processor.'),
  },
  { open: true, required: ['image'] },
);

export const mcp = object(
  'Calls a tool of an MCP server.',
  {
    endpoint: text('The server.'),
    method: text('What to call.', 'tools/call', 'tools/list'),
    tool: text('Name of the tool.'),
    arguments: values('Its arguments.'),
  },
  { open: true },
);

export const artifact = object(
  'Reads or writes a stored result or file.',
  {
    action: { enum: ['get', 'put'], description: 'Read or write.' },
    uri: text('Where it is.', 's3://bucket/key'),
    result_ref: anything('A stored result.'),
    data: anything('What is written.'),
  },
  { open: true },
);

export const gcs = object(
  'Uploads a file to Google Cloud Storage.',
  { source: text('The file.'), destination: text('Where it goes.', 'gs://bucket/name') },
  { open: true },
);

export const subscription = object(
  'Drains messages from a source, up to a number.',
  {
    source: text('The kind of source.', 'nats', 'pubsub', 'kafka'),
    operation: text('What to do.', 'poll', 'ack', 'nack', 'term'),
    batch: integer('Messages at most.', 1, 100),
  },
  { open: true },
);
