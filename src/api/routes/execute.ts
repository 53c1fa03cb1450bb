import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described, Id, JsonObject, nullable } from '../schemas/json.ts';

/** What to run: one of `path`, `catalog_id` and `content`. */
export const ExecuteRequest = Type.Object({
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'A path of the catalog, such as `shop/order`.',
    }),
  ),
  catalog_id: Type.Optional(described(Id, 'An entry of the catalog, in the place of `path`.')),
  content: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The text of a playbook, which is run without being registered.',
    }),
  ),
  version: Type.Optional(
    described(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String()]),
      'A number of `path`, or `latest`, which it is if not given.',
    ),
  ),
  payload: Type.Optional(described(JsonObject, 'Keys that replace those of the `workload` of the playbook.')),
  workload: Type.Optional(described(JsonObject, 'An older name of `payload`, which wins key by key.')),
  parameters: Type.Optional(described(JsonObject, 'An older name of `payload`, which wins key by key.')),
  entry: Type.Optional(
    Type.String({ description: "The step that runs first, where it is not the playbook's own." }),
  ),
  parent_execution_id: Type.Optional(
    described(Id, 'Within whose scope `dedup.key` is looked up; it does not become its child.'),
  ),
  resource_kind: Type.Optional(
    Type.String({
      description: 'Of older clients: `playbook` or `agent`, in any case; nothing else can be run.',
    }),
  ),
  execution_pool: Type.Optional(
    described(
      nullable(Type.String()),
      'The pool of the playbook; another one is refused, because the playbook says where its steps run.',
    ),
  ),
  trace: Type.Optional(
    described(
      JsonObject,
      '`{traceparent}` of the trace it belongs to; comes before the header of that name.',
    ),
  ),
  dedup: Type.Optional(
    Type.Object(
      {
        key: Type.String({
          minLength: 1,
          maxLength: 1024,
          description: 'What you know the request by: one key starts one execution.',
        }),
        window_secs: Type.Optional(
          Type.Number({
            minimum: 0.001,
            maximum: 31_536_000,
            description: 'Seconds for which the key counts: 3600 unless given.',
          }),
        ),
      },
      {
        description:
          'Starts nothing if an execution was started with the same key, and gives that one: `status: duplicate`.',
      },
    ),
  ),
});

const Executed = Type.Object({
  execution_id: Type.String(),
  status: Type.Union([Type.Literal('started'), Type.Literal('duplicate')]),
  commands_generated: Type.Integer({ description: 'Commands that the first turn issued.' }),
});

const about = { tag: 'executions', starts: true, body: ExecuteRequest, response: Executed } as const;

export const execute = {
  'execute.start': route({
    ...about,
    method: 'POST',
    path: '/api/execute',
    summary: 'Start an execution of a playbook.',
  }),
  'execute.batch': route({
    method: 'POST',
    path: '/api/execute/batch',
    tag: 'executions',
    starts: true,
    summary: 'Start up to 1,000 executions; one that cannot be started does not keep the others from it.',
    body: Type.Object({
      // Each is looked at on its own: what is wrong with one is told of that one.
      executions: Type.Array(Type.Unknown(), {
        minItems: 1,
        maxItems: 1000,
        description: '1 to 1,000 requests, each as `POST /api/execute` takes it.',
      }),
    }),
    response: Type.Object({
      count: Type.Integer(),
      started: Type.Integer(),
      duplicates: Type.Integer(),
      failed: Type.Integer(),
      results: Type.Array(
        Type.Object({
          index: Type.Integer(),
          status: Type.Union([Type.Literal('started'), Type.Literal('duplicate'), Type.Literal('error')]),
          execution_id: Type.Optional(Type.String()),
          commands_generated: Type.Integer(),
          error: Type.Optional(Type.String()),
        }),
      ),
    }),
  }),
  'execute.run': route({
    ...about,
    method: 'POST',
    path: '/api/executions/run',
    summary: 'Start an execution of a playbook.',
    instead: 'POST /api/execute',
  }),
  'execute.run_resource': route({
    ...about,
    method: 'POST',
    path: '/api/run/:resource_type',
    summary: 'Start an execution of a playbook.',
    params: Type.Object({ resource_type: Type.String({ description: '`playbook` or `agent`.' }) }),
    instead: 'POST /api/execute',
  }),
} as const;
