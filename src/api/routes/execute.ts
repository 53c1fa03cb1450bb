import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { Id, JsonObject, nullable } from '../schemas/json.ts';

/** What to run: one of `path`, `catalog_id` and `content`. */
export const ExecuteRequest = Type.Object({
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  catalog_id: Type.Optional(Id),
  /** The text of a playbook that is run without being registered. */
  content: Type.Optional(Type.String({ minLength: 1 })),
  /** A number of the catalog, or `latest`. */
  version: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.String()])),
  payload: Type.Optional(JsonObject),
  /** The same as `payload`, which wins key by key. */
  workload: Type.Optional(JsonObject),
  /** The same as `payload`. */
  parameters: Type.Optional(JsonObject),
  /** The step that runs first, where it is not the playbook's own. */
  entry: Type.Optional(Type.String()),
  /** Within whose scope `dedup.key` is looked up. */
  parent_execution_id: Type.Optional(Id),
  resource_kind: Type.Optional(Type.String()),
  /** The pool of the playbook; another one is refused, because the playbook says where its steps run. */
  execution_pool: Type.Optional(nullable(Type.String())),
  /** `{traceparent}` of the trace it belongs to; comes before the header of that name. */
  trace: Type.Optional(JsonObject),
  dedup: Type.Optional(
    Type.Object({
      key: Type.String({ minLength: 1, maxLength: 1024 }),
      window_secs: Type.Optional(Type.Number({ minimum: 0.001, maximum: 31_536_000 })),
    }),
  ),
});

const Executed = Type.Object({
  execution_id: Type.String(),
  status: Type.Union([Type.Literal('started'), Type.Literal('duplicate')]),
  /** Commands that the first turn issued. */
  commands_generated: Type.Integer(),
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
      executions: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 1000 }),
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
    params: Type.Object({ resource_type: Type.String() }),
    instead: 'POST /api/execute',
  }),
} as const;
