import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { Json, JsonObject, nullable, Time } from '../schemas/json.ts';

const about = { tag: 'results' } as const;
const Params = Type.Object({ execution_id: Type.String() });

const Deleted = Type.Object({
  status: Type.Literal('ok'),
  execution_id: Type.String(),
  /** Values that are gone. */
  deleted: Type.Integer(),
  message: Type.String(),
});

const LoopItem = Type.Object({
  iteration: Type.Integer(),
  run: Type.Integer(),
  status: Type.String(),
  attempt: nullable(Type.Integer()),
  /** Null where the value is stored apart: `ref` leads to it. */
  data: Json,
  ref: nullable(Type.String()),
  error: nullable(Json),
});

export const results = {
  'results.put': route({
    ...about,
    method: 'PUT',
    path: '/api/result/:execution_id',
    summary: 'Keep a value with an execution; it is removed with it.',
    params: Params,
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 255 }),
      data: Json,
      scope: Type.Optional(Type.Literal('execution')),
      source_step: Type.Optional(Type.String()),
      ttl: Type.Optional(
        Type.Union([Type.String({ maxLength: 50 }), Type.Number()], {
          description:
            'How long it is kept: 30m, 2h, 1d, 2w, 1y, seconds, or forever, which is as long as its execution.',
        }),
      ),
    }),
    response: Type.Object({
      ref: Type.String(),
      store: Type.String(),
      scope: Type.Literal('execution'),
      expires_at: nullable(Time),
      bytes: Type.Integer(),
      sha256: Type.String(),
    }),
  }),
  'results.resolve': route({
    ...about,
    method: 'GET',
    path: '/api/result/resolve',
    summary: 'Give the value behind a reference.',
    query: Type.Object({
      ref: Type.String(),
      /** The bytes of a body as they were stored, whatever its size, instead of JSON. */
      raw: Type.Optional(Type.Boolean({ default: false })),
    }),
    response: Json,
  }),
  'results.stats': route({
    ...about,
    method: 'GET',
    path: '/api/result/stats',
    summary: 'Say how much is kept in the store of values.',
    response: Type.Object({
      total_values: Type.Integer(),
      total_bytes: Type.Integer(),
      /** That keep some. */
      executions: Type.Integer(),
    }),
  }),
  'results.delete': route({
    ...about,
    method: 'DELETE',
    path: '/api/result/:execution_id',
    summary: 'Delete the values that are kept with an execution that has ended.',
    params: Params,
    query: Type.Object({
      /** `workflow`: also of the executions that it called. */
      scope: Type.Optional(
        Type.Union([Type.Literal('execution'), Type.Literal('workflow')], { default: 'execution' }),
      ),
    }),
    response: Deleted,
  }),
  'results.delete_step': route({
    ...about,
    method: 'DELETE',
    path: '/api/result/:execution_id/step/:step',
    summary: 'Delete the values that a step of an execution that has ended left.',
    params: Type.Object({ execution_id: Type.String(), step: Type.String() }),
    response: Deleted,
  }),
  'results.loop': route({
    ...about,
    method: 'GET',
    path: '/api/aggregate/loop/results',
    summary: 'List the results of the iterations of a loop, in the order in which they ended.',
    query: Type.Object({
      execution_id: Type.String(),
      step_name: Type.String(),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    response: Type.Object({
      status: Type.Literal('ok'),
      execution_id: Type.String(),
      step_name: Type.String(),
      results: Type.Array(LoopItem),
      count: Type.Integer(),
      total: Type.Integer(),
      has_next: Type.Boolean(),
    }),
  }),
  'results.list': route({
    ...about,
    method: 'GET',
    path: '/api/result/:execution_id/list',
    summary: 'List the values that are kept with an execution.',
    params: Params,
    query: Type.Object({
      /** A name: of the step that made the value, or the one it was kept with. */
      step_name: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
      /** `next_cursor` of the page before. */
      cursor: Type.Optional(Type.String()),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      items: Type.Array(
        Type.Object({
          ref: Type.String(),
          name: Type.String(),
          bytes: Type.Integer(),
          sha256: Type.String(),
        }),
      ),
      count: Type.Integer(),
      next_cursor: nullable(Type.String()),
    }),
  }),
  'results.get': route({
    ...about,
    method: 'GET',
    path: '/api/result/:execution_id/:step',
    summary: 'Show the result of a step.',
    params: Type.Object({ execution_id: Type.String(), step: Type.String() }),
    query: Type.Object({
      /** The whole value, where it is stored apart. */
      resolve: Type.Optional(Type.Boolean({ default: true })),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      step: Type.String(),
      status: Type.String(),
      run: Type.Integer(),
      /** Of a value that is stored apart. */
      ref: nullable(Type.String()),
      data: Json,
      error: nullable(JsonObject),
    }),
  }),
} as const;
