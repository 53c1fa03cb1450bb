import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { Steered } from '../schemas/execution.ts';
import { described, ExecutionId, ExecutionParams, Json, JsonObject, optional } from '../schemas/json.ts';

const about = { tag: 'executions', params: ExecutionParams } as const;

const reason = Type.Optional(
  Type.String({ maxLength: 4096, description: 'Why, for those who look at the execution later.' }),
);
const Reason = Type.Object({ reason });

const CancelBody = Type.Object({
  reason,
  cascade: Type.Optional(
    Type.Boolean({
      description:
        'Of older clients: only true is possible, because what an execution waits for ends with it.',
    }),
  ),
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
    body: optional(Reason),
    response: Steered,
    instead: 'POST /api/executions/:id/cancel',
  }),
  'executions.signal': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/signals/:name',
    summary: 'Give an execution what it waits for, or will wait for.',
    params: Type.Object({
      id: ExecutionId,
      name: Type.String({
        pattern: '^[^\\s/?#%]{1,200}$',
        description: 'The name of the signal, as the step that waits for it says.',
      }),
    }),
    body: optional(
      Type.Object({
        data: Type.Optional(described(Json, 'What comes with it: the result of the step that waits.')),
      }),
    ),
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
        payload: Type.Optional(
          described(JsonObject, 'Keys that replace those of the workload that it ran with.'),
        ),
        workload: Type.Optional(described(JsonObject, 'An older name of `payload`, which wins key by key.')),
        from: Type.Optional(
          Type.String({
            description:
              'The step from which to run again, with all that came of it; `step#2` is its second run. The rest is kept.',
          }),
        ),
        only_failed: Type.Optional(Type.Boolean({ description: 'Only what failed or never ended.' })),
        iterations: Type.Optional(
          described(
            Type.Array(Type.Integer({ minimum: 0 })),
            'Of the loop `from`: only these iterations, counted from 0.',
          ),
        ),
        skip: Type.Optional(Type.Array(Type.String(), { description: 'Names of steps not to run.' })),
        latest: Type.Optional(
          Type.Boolean({
            description: 'With the newest version of the catalog instead of the one that ran.',
          }),
        ),
        resource_kind: Type.Optional(Type.String({ description: 'Of older clients. Ignored.' })),
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
        older_than_minutes: Type.Optional(
          Type.Number({
            minimum: 1,
            description: 'For how long nothing has happened to them: 5 minutes unless given.',
          }),
        ),
        dry_run: Type.Optional(Type.Boolean({ description: 'Only list them, and cancel none.' })),
      }),
    ),
    response: Type.Object({
      cancelled_count: Type.Integer(),
      execution_ids: Type.Array(Type.String()),
      message: Type.String(),
    }),
  }),
} as const;
