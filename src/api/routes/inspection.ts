import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { EventBody, ExecutionStatus, LogLineBody, MomentBody } from '../schemas/execution.ts';
import { ExecutionParams, Id, Json, JsonObject, nullable, optional, Time } from '../schemas/json.ts';

const about = { tag: 'executions', params: ExecutionParams } as const;

/** Why executions are as they are, and how they were. */
export const inspection = {
  'executions.explain': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/explain',
    summary: 'Say why an execution is where it is, and what it waits for.',
    response: Type.Object({
      execution_id: Type.String(),
      status: ExecutionStatus,
      waiting_for: Type.Array(Type.String()),
      last_decision: nullable(JsonObject),
      steps: Type.Array(
        Type.Object({
          step: Type.String(),
          run: Type.Integer(),
          state: Type.String(),
          rule: Type.String(),
        }),
      ),
    }),
  }),
  'executions.state': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/state',
    summary: 'Show an execution as it was at a moment.',
    query: Type.Object({
      /** An event id, the version of a turn, a time, `start` or `end` (the default). */
      at: Type.Optional(Type.String()),
      /** With the values behind references. */
      full: Type.Optional(Type.Boolean({ default: false })),
    }),
    response: Type.Object({ at: MomentBody, execution_id: Type.String(), status: ExecutionStatus }),
  }),
  'executions.diff': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/diff',
    summary: 'Say what changed between two moments of an execution, or between two executions.',
    query: Type.Object({
      from: Type.Optional(Type.String()),
      to: Type.Optional(Type.String()),
      /** Another execution, in the place of moments. */
      with: Type.Optional(Type.String()),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      values: Type.Array(
        Type.Object({
          path: Type.Array(Type.String()),
          before: Json,
          after: Json,
          change: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
        }),
      ),
      from: Type.Optional(MomentBody),
      to: Type.Optional(MomentBody),
      with: Type.Optional(Type.String()),
      same_playbook: Type.Optional(Type.Boolean()),
      decisions: Type.Optional(Type.Array(JsonObject)),
    }),
  }),
  'executions.logs': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/logs',
    summary: 'Show what the tools of an execution printed.',
    query: Type.Object({
      step: Type.Optional(Type.String()),
      attempt: Type.Optional(Type.Integer({ minimum: 1 })),
      iteration: Type.Optional(Type.Integer({ minimum: 0 })),
      /** Only the last lines. */
      tail: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 10_000 })),
      /** `next_cursor` of the page before. */
      cursor: Type.Optional(Type.String()),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      lines: Type.Array(LogLineBody),
      /** Null: there may be more than were looked at. */
      total_lines: nullable(Type.Integer()),
      next_cursor: nullable(Type.String()),
    }),
  }),
  'executions.graph': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/graph',
    summary: 'Draw the steps of an execution and how it went.',
    query: Type.Object({
      format: Type.Optional(
        Type.Union((['json', 'mermaid', 'dot', 'svg', 'text'] as const).map(word => Type.Literal(word))),
      ),
    }),
    /** Of `format=json`; the others are text. */
    response: Type.Unknown(),
  }),
  'executions.analyze': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/analyze',
    summary: 'Gather what is worth knowing of an execution: figures, findings, what to do.',
    body: optional(
      Type.Object({
        max_events: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        event_sample_size: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })),
        include_playbook_content: Type.Optional(Type.Boolean()),
      }),
    ),
    response: Type.Object({
      execution_id: Type.String(),
      path: Type.String(),
      status: ExecutionStatus,
      generated_at: Time,
      summary: JsonObject,
      findings: Type.Array(
        Type.Object({
          severity: Type.String(),
          code: Type.String(),
          message: Type.String(),
          step: nullable(Type.String()),
        }),
      ),
      recommendations: Type.Array(Type.String()),
      cloud: JsonObject,
      playbook: JsonObject,
      event_sample: Type.Array(EventBody),
      ai_prompt: Type.String(),
    }),
  }),
  'executions.replay_state': route({
    method: 'GET',
    path: '/api/replay/state',
    tag: 'executions',
    summary: 'Show an execution as it was at a moment.',
    query: Type.Object({
      execution_id: Type.String(),
      as_of_event_id: Type.Optional(Type.String()),
      as_of_position: Type.Optional(Type.Integer({ minimum: 1 })),
      as_of_time: Type.Optional(Type.String()),
      projection: Type.Optional(
        Type.Union((['all', 'execution', 'command', 'loop'] as const).map(word => Type.Literal(word))),
      ),
    }),
    response: Type.Object({ at: MomentBody, execution_id: Type.String(), status: ExecutionStatus }),
    instead: 'GET /api/executions/:id/state',
  }),
  'executions.render': route({
    method: 'POST',
    path: '/api/context/render',
    tag: 'executions',
    summary: 'Render templates against the context of an execution.',
    body: Type.Object({
      execution_id: Id,
      /** Every text in it is a template. */
      template: Json,
      /** Names that come before those of the execution. */
      extra_context: Type.Optional(JsonObject),
      /** The moment whose context it is: as in `GET /api/executions/:id/state`. */
      at: Type.Optional(Type.String()),
    }),
    response: Type.Object({
      status: Type.Literal('ok'),
      execution_id: Type.String(),
      rendered: Json,
    }),
  }),
} as const;
