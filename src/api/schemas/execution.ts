import { Type } from '@sinclair/typebox';
import { Json, JsonObject, nullable, Time } from './json.ts';

export const ExecutionStatus = Type.Union(
  (['PENDING', 'RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const).map(word =>
    Type.Literal(word),
  ),
);

/** An execution in a list. */
export const ExecutionEntry = Type.Object({
  execution_id: Type.String(),
  catalog_id: Type.String(),
  path: Type.String(),
  version: Type.Union([Type.Integer(), Type.String()]),
  status: ExecutionStatus,
  start_time: Time,
  end_time: nullable(Time),
  duration_seconds: Type.Number(),
  duration_human: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  result: Json,
  error: nullable(Type.String()),
  parent_execution_id: nullable(Type.String()),
  rerun_of: nullable(Type.String()),
  event_count: Type.Integer(),
});

/** One event, or one iteration of an event that speaks of several. */
export const EventBody = Type.Object({
  execution_id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  node_id: nullable(Type.String()),
  node_name: nullable(Type.String()),
  node_type: nullable(Type.String()),
  status: Type.String(),
  created_at: Time,
  timestamp: Time,
  context: nullable(JsonObject),
  result: nullable(JsonObject),
  error: Json,
  meta: nullable(JsonObject),
  worker_id: nullable(Type.String()),
  attempt: nullable(Type.Integer()),
  catalog_id: Type.String(),
  parent_execution_id: nullable(Type.String()),
  v: Type.Optional(
    Type.Integer({
      description: 'Version of the form of the event; not with the names of the first engines.',
    }),
  ),
});

export const Pagination = Type.Object({
  page: Type.Integer(),
  page_size: Type.Integer(),
  total_events: Type.Integer(),
  total_pages: Type.Integer(),
  has_next: Type.Boolean(),
  has_prev: Type.Boolean(),
});

/** Pages by number. */
export const PageNumber = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Which page, counted from 1; the first unless given.',
});

export const EventFilter = {
  event_type: Type.Optional(
    Type.String({
      description:
        'Only events of this name, in any of its spellings, or with a star of names that begin so: `command.*`.',
    }),
  ),
  step: Type.Optional(Type.String({ description: 'Only events of the step with this name.' })),
};

export const EventQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description: 'Events of a page: 100 unless given, 500 at most.',
    }),
  ),
  since_event_id: Type.Optional(Type.String({ description: 'The id of the event after which to begin.' })),
  ...EventFilter,
});

export const ExecutionDetail = Type.Composite([
  ExecutionEntry,
  Type.Object({
    workload: JsonObject,
    events: Type.Array(EventBody),
    events_included: Type.Boolean(),
    events_endpoint: Type.String(),
    pagination: Pagination,
  }),
]);

export const ExecutionProgress = Type.Object({
  execution_id: Type.String(),
  status: ExecutionStatus,
  current_step: nullable(Type.String()),
  completed_steps: Type.Array(Type.String()),
  failed: Type.Boolean(),
  completed: Type.Boolean(),
  completion_inferred: Type.Boolean(),
  is_cancelled: Type.Boolean(),
  progress: Type.Object({
    total_steps: Type.Integer(),
    completed_steps: Type.Integer(),
    running_steps: Type.Integer(),
    failed_steps: Type.Integer(),
  }),
  variables: JsonObject,
  start_time: Time,
  end_time: nullable(Time),
  duration_seconds: Type.Number(),
  duration_human: Type.String(),
  error: nullable(Type.String()),
});

/** What steering an execution answers. */
export const Steered = Type.Object({
  execution_id: Type.String(),
  status: Type.String(),
  message: Type.String(),
});

/** A point in the log of an execution. */
export const MomentBody = Type.Object({ event_id: Type.String(), version: Type.Integer(), time: Time });

export const LogLineBody = Type.Object({
  at: Time,
  step: Type.String(),
  iteration: nullable(Type.Integer()),
  attempt: Type.Integer(),
  command_id: Type.String(),
  stream: Type.Union([Type.Literal('stdout'), Type.Literal('stderr'), Type.Literal('log')]),
  text: Type.String(),
});
