import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { Steered } from '../schemas/execution.ts';
import { ExecutionParams, Json, JsonObject, optional } from '../schemas/json.ts';

const about = { tag: 'executions', params: ExecutionParams } as const;

const Reason = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 4096 })) });

const CancelBody = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 4096 })),
  /** What an execution waits for ends with it: only true is possible. */
  cascade: Type.Optional(Type.Boolean()),
});

const Cancelled = Type.Object({
  execution_id: Type.String(),
  status: Type.Union([Type.Literal('cancelled'), Type.Literal('already_completed')]),
  cancelled_executions: Type.Array(Type.String()),
  message: Type.String(),
});

/** What can be done to executions. */
export const steering = {
  'executions.cancel': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/cancel',
    summary: 'End an execution and those it waits for.',
    body: optional(CancelBody),
    response: Cancelled,
  }),
  'executions.stop': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/stop',
    summary: 'End an execution and those it waits for.',
    body: optional(CancelBody),
    response: Cancelled,
    instead: 'POST /api/executions/:id/cancel',
  }),
  'executions.pause': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/pause',
    summary: 'Let what runs end, and start nothing more.',
    body: optional(Reason),
    response: Steered,
  }),
  'executions.resume': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/resume',
    summary: 'Let a paused execution go on.',
    body: optional(Type.Object({})),
    response: Steered,
  }),
  'executions.finalize': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/finalize',
    summary: 'Give up an execution that nobody waits for any more: it is cancelled.',
    body: optional(Type.Object({ reason: Type.Optional(Type.String({ maxLength: 4096 })) })),
    response: Steered,
    instead: 'POST /api/executions/:id/cancel',
  }),
  'executions.signal': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/signals/:name',
    summary: 'Give an execution what it waits for, or will wait for.',
    params: Type.Object({ id: Type.String(), name: Type.String({ pattern: '^[^\\s/?#%]{1,200}$' }) }),
    body: optional(Type.Object({ data: Type.Optional(Json) })),
    response: Steered,
  }),
  'executions.rerun': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/rerun',
    starts: true,
    summary: 'Run an execution again as a new one, all of it or from some point on.',
    body: optional(
      Type.Object({
        payload: Type.Optional(JsonObject),
        workload: Type.Optional(JsonObject),
        /** The step from which to run again; what it does not touch is kept. */
        from: Type.Optional(Type.String()),
        only_failed: Type.Optional(Type.Boolean()),
        /** Of the loop `from`: the iterations to run again. */
        iterations: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
        skip: Type.Optional(Type.Array(Type.String())),
        /** The newest version of the catalog instead of the one that ran. */
        latest: Type.Optional(Type.Boolean()),
        resource_kind: Type.Optional(Type.String()),
      }),
    ),
    response: Type.Object({
      execution_id: Type.String(),
      status: Type.Literal('started'),
      commands_generated: Type.Integer(),
      rerun_of: Type.String(),
    }),
  }),
  'executions.cleanup': route({
    method: 'POST',
    path: '/api/executions/cleanup',
    tag: 'executions',
    summary: 'Cancel executions that have not ended and to which nothing has happened for long.',
    body: optional(
      Type.Object({
        older_than_minutes: Type.Optional(Type.Number({ minimum: 1 })),
        dry_run: Type.Optional(Type.Boolean()),
      }),
    ),
    response: Type.Object({
      cancelled_count: Type.Integer(),
      execution_ids: Type.Array(Type.String()),
      message: Type.String(),
    }),
  }),
} as const;
