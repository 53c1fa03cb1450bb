import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { PageNumber } from '../schemas/execution.ts';
import { described, ExecutionId, Json, JsonObject, nullable, Time } from '../schemas/json.ts';

const about = { tag: 'results' } as const;
const Params = Type.Object({ execution_id: ExecutionId });
const StepParams = Type.Object({
  execution_id: ExecutionId,
  step: Type.String({ description: 'The name of the step.' }),
});

const Deleted = Type.Object({
  status: Type.Literal('ok'),
  execution_id: Type.String(),
  deleted: Type.Integer({ description: 'Values that are gone.' }),
  message: Type.String(),
});

const LoopItem = Type.Object({
  iteration: Type.Integer(),
  run: Type.Integer(),
  status: Type.String(),
  attempt: nullable(Type.Integer()),
  data: described(Json, 'Null where the value is stored apart: `ref` leads to it.'),
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
      name: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'What it is called in the list of values.',
      }),
      data: described(Json, 'The value.'),
      scope: Type.Optional(
        Type.Literal('execution', { description: 'Of older clients: nothing else is possible.' }),
      ),
      source_step: Type.Optional(Type.String({ description: 'Of older clients. Ignored.' })),
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
      ref: Type.String({ description: 'A reference, as results and events show it: `noetl://…`.' }),
      raw: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'The bytes of a body as they were stored, whatever its size, instead of JSON.',
        }),
      ),
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
      executions: Type.Integer({ description: 'Executions that keep some.' }),
    }),
  }),
  'results.delete': route({
    ...about,
    method: 'DELETE',
    path: '/api/result/:execution_id',
    summary: 'Delete the values that are kept with an execution that has ended.',
    params: Params,
    query: Type.Object({
      scope: Type.Optional(
        Type.Union([Type.Literal('execution'), Type.Literal('workflow')], {
          default: 'execution',
          description: '`workflow`: also those of the executions that it called.',
        }),
      ),
    }),
    response: Deleted,
  }),
  'results.delete_step': route({
    ...about,
    method: 'DELETE',
    path: '/api/result/:execution_id/step/:step',
    summary: 'Delete the values that a step of an execution that has ended left.',
    params: StepParams,
    response: Deleted,
  }),
  'results.loop': route({
    ...about,
    method: 'GET',
    path: '/api/aggregate/loop/results',
    summary: 'List the results of the iterations of a loop, in the order in which they ended.',
    query: Type.Object({
      execution_id: ExecutionId,
      step_name: Type.String({ description: 'The name of the step that loops.' }),
      page: Type.Optional(PageNumber),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 500,
          description: 'Iterations of a page: 100 unless given, 500 at most.',
        }),
      ),
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
      step_name: Type.Optional(
        Type.String({
          description:
            'Only values of this name: of the step that made them, or the one they were kept with.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          default: 100,
          description: 'Values of a page: 100 unless given, 1000 at most.',
        }),
      ),
      cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
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
    params: StepParams,
    query: Type.Object({
      resolve: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'The whole value, where it is stored apart; false shows it by reference.',
        }),
      ),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      step: Type.String(),
      status: Type.String(),
      run: Type.Integer(),
      ref: described(nullable(Type.String()), 'The reference of a value that is stored apart.'),
      data: Json,
      error: nullable(JsonObject),
    }),
  }),
} as const;
