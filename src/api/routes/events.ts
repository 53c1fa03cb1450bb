import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { Id, Json, JsonObject } from '../schemas/json.ts';

const Name = Type.Optional(Type.String({ maxLength: 200 }));

/** Each field under any of its names; the first that is there counts. */
const EventFields = {
  name: Name,
  event_type: Name,
  type: Name,
  step: Type.Optional(Type.String({ maxLength: 500 })),
  node_name: Type.Optional(Type.String({ maxLength: 500 })),
  payload: Type.Optional(Json),
  context: Type.Optional(Json),
  data: Type.Optional(Json),
  result: Type.Optional(Json),
  error: Type.Optional(Json),
  meta: Type.Optional(JsonObject),
  command_id: Type.Optional(Type.String({ maxLength: 1000 })),
  worker_id: Type.Optional(Id),
  attempt: Type.Optional(Type.Integer({ minimum: 0 })),
  status: Type.Optional(Type.String({ maxLength: 64 })),
  /** What the sender knows it by: sent again, it counts once. */
  event_id: Type.Optional(Id),
  created_at: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  timestamp: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  result_kind: Type.Optional(
    Type.Union([Type.Literal('data'), Type.Literal('ref'), Type.Literal('refs')], { default: 'data' }),
  ),
  result_uri: Type.Optional(Type.String()),
  event_ids: Type.Optional(Type.Array(Id)),
  /** Older workers say so; whether something follows from an event is found out from the event. */
  actionable: Type.Optional(Type.Boolean()),
  informative: Type.Optional(Type.Boolean()),
};

const Answer = {
  status: Type.Literal('ok'),
  commands_generated: Type.Integer(),
  /** Where secrets were replaced by `***`, as JSON pointers into the request. */
  masked: Type.Array(Type.String()),
};

export const MAX_BATCH_EVENTS = 256;
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

export const events = {
  'events.send': route({
    method: 'POST',
    path: '/api/events',
    tag: 'events',
    summary: 'Tell an execution that something happened: to one of its commands, or anything else.',
    body: Type.Object({ execution_id: Id, ...EventFields }),
    response: Type.Object({
      ...Answer,
      event_id: Type.String(),
      /** It was sent before. */
      duplicate: Type.Boolean(),
    }),
  }),
  'events.batch': route({
    method: 'POST',
    path: '/api/events/batch',
    tag: 'events',
    summary: 'Tell an execution several things that happened, all of them or none.',
    body: Type.Object({
      execution_id: Id,
      worker_id: Type.Optional(Id),
      catalog_id: Type.Optional(Id),
      events: Type.Array(Type.Object({ execution_id: Type.Optional(Id), ...EventFields }), {
        minItems: 1,
        maxItems: MAX_BATCH_EVENTS,
      }),
    }),
    response: Type.Object({
      ...Answer,
      event_ids: Type.Array(Type.String()),
      /** All of it was sent before. */
      duplicate: Type.Boolean(),
      /** Reports that came too late and changed nothing: their place in the batch, and why. */
      late: Type.Array(Type.Object({ index: Type.Integer(), why: Type.String() })),
    }),
  }),
} as const;
