import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { EventBody, ExecutionStatus, LogLineBody, MomentBody } from '../schemas/execution.ts';
import {
  described,
  ExecutionId,
  ExecutionParams,
  Id,
  Json,
  JsonObject,
  nullable,
  optional,
  TaskFilter,
  Time,
} from '../schemas/json.ts';

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
      at: Type.Optional(
        Type.String({
          description: 'An event id, the version of a turn, a time, `start` or `end` (the default).',
        }),
      ),
      full: Type.Optional(
        Type.Boolean({ default: false, description: 'With the values behind references.' }),
      ),
    }),
    response: Type.Object({ at: MomentBody, execution_id: Type.String(), status: ExecutionStatus }),
  }),
  'executions.diff': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/diff',
    summary: 'Say what changed between two moments of an execution, or between two executions.',
    query: Type.Object({
      from: Type.Optional(
        Type.String({
          description: 'A moment, as `at` of `GET /api/executions/:id/state`; `start` if not given.',
        }),
      ),
      to: Type.Optional(Type.String({ description: 'A later moment; `end` if not given.' })),
      with: Type.Optional(
        Type.String({ description: 'The id of another execution, in the place of `from` and `to`.' }),
      ),
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
      ...TaskFilter,
      tail: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100_000,
          description: 'Only so many of the last lines, 100,000 at most; without pages.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          default: 10_000,
          description: 'Lines of a page: 10,000 unless given, and at most.',
        }),
      ),
      cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
    }),
    response: Type.Object({
      execution_id: Type.String(),
      lines: Type.Array(LogLineBody),
      total_lines: described(nullable(Type.Integer()), 'Null: there may be more than were looked at.'),
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
        Type.Union(
          (['json', 'mermaid', 'dot', 'svg', 'text'] as const).map(word => Type.Literal(word)),
          {
            description: 'How it is drawn; `json`, its steps and arcs as data, unless given.',
          },
        ),
      ),
    }),
    response: Type.Unknown({ description: 'Of `format=json`; the others are text.' }),
  }),
  'executions.analyze': route({
    ...about,
    method: 'POST',
    path: '/api/executions/:id/analyze',
    summary: 'Gather what is worth knowing of an execution: figures, findings, what to do.',
    body: optional(
      Type.Object({
        max_events: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 10_000,
            description: 'Events of which the sample is taken, the latest ones: 1200 unless given.',
          }),
        ),
        event_sample_size: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 500,
            description: 'Events of the sample, the latest ones: 120 unless given.',
          }),
        ),
        include_playbook_content: Type.Optional(
          Type.Boolean({ description: 'With the text of the playbook.' }),
        ),
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
      execution_id: ExecutionId,
      as_of_event_id: Type.Optional(
        Type.String({
          description:
            'The moment after this event; at most one `as_of_…` may be given, the end is meant without.',
        }),
      ),
      as_of_position: Type.Optional(
        Type.Integer({ minimum: 1, description: 'The moment after the turn of this version.' }),
      ),
      as_of_time: Type.Optional(
        Type.String({ description: 'The moment of this time, such as `2026-11-16T08:30:00Z`.' }),
      ),
      projection: Type.Optional(
        Type.Union(
          (['all', 'execution', 'command', 'loop'] as const).map(word => Type.Literal(word)),
          {
            description:
              'Which part of it: without steps, steps with commands, or loops; `all` unless given.',
          },
        ),
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
      execution_id: described(Id, 'The execution whose context it is.'),
      template: described(Json, 'Every text in it is a template.'),
      extra_context: Type.Optional(described(JsonObject, 'Names that come before those of the execution.')),
      at: Type.Optional(
        Type.String({
          description:
            'The moment whose context it is, as in `GET /api/executions/:id/state`; the last one if not given.',
        }),
      ),
    }),
    response: Type.Object({
      status: Type.Literal('ok'),
      execution_id: Type.String(),
      rendered: Json,
    }),
  }),
} as const;
