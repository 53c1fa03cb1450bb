import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described, Id, Json, JsonObject } from '../schemas/json.ts';

const Name = Type.String({
  maxLength: 200,
  description: 'What happened, such as `command.completed` or `customer.created`.',
});
const StepName = Type.String({ maxLength: 500, description: 'The name of the step it speaks of.' });
const When = Type.Union([Type.String(), Type.Number()], { description: 'When it happened, where you are.' });
const Teller = described(Id, 'Who says so.');
const Addressee = described(Id, 'The execution that is told.');

/** Each field under any of its names; the first that is there counts. */
const EventFields = {
  name: Type.Optional(Name),
  event_type: Type.Optional(described(Name, 'Another name of `name`.')),
  type: Type.Optional(described(Name, 'Another name of `name`.')),
  step: Type.Optional(StepName),
  node_name: Type.Optional(described(StepName, 'Another name of `step`.')),
  payload: Type.Optional(described(Json, 'Data. Written to the log as it is: send no secrets.')),
  context: Type.Optional(described(Json, 'Another name of `payload`.')),
  data: Type.Optional(described(Json, 'Another name of `payload`.')),
  result: Type.Optional(described(Json, 'The older form of `payload`: `{status, context, reference}`.')),
  error: Type.Optional(described(Json, 'A text, or `{message, kind, code, retryable, details}`.')),
  meta: Type.Optional(
    described(
      JsonObject,
      'Anything more; `command_id`, `iteration_index` and `attempt` in it say what a report speaks of.',
    ),
  ),
  command_id: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The command it speaks of; that of the run of `step` under way if not given.',
    }),
  ),
  worker_id: Type.Optional(Teller),
  attempt: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The attempt it speaks of; the one under way if not given.' }),
  ),
  status: Type.Optional(Type.String({ maxLength: 64, description: 'As the name says, if not given.' })),
  event_id: Type.Optional(
    described(
      Id,
      'What you know it by: told again, it counts once. The header `Idempotency-Key` says the same.',
    ),
  ),
  created_at: Type.Optional(When),
  timestamp: Type.Optional(described(When, 'Another name of `created_at`.')),
  result_kind: Type.Optional(
    Type.Union([Type.Literal('data'), Type.Literal('ref'), Type.Literal('refs')], {
      default: 'data',
      description:
        '`ref`: the data is stored already, at `result_uri`; `refs`: it is that of the events `event_ids`.',
    }),
  ),
  result_uri: Type.Optional(
    Type.String({ description: 'Where the data is stored, with `result_kind: ref`.' }),
  ),
  event_ids: Type.Optional(
    Type.Array(Id, { description: 'The events whose data it is, with `result_kind: refs`.' }),
  ),
  actionable: Type.Optional(
    Type.Boolean({
      description: 'Of older workers. Ignored: whether something follows is found out from the event.',
    }),
  ),
  informative: Type.Optional(Type.Boolean({ description: 'Of older workers. Ignored.' })),
};

const Answer = {
  status: Type.Literal('ok'),
  commands_generated: Type.Integer(),
  masked: described(
    Type.Array(Type.String()),
    'Where secrets were replaced by `***`, as JSON pointers into the request.',
  ),
};

export const MAX_BATCH_EVENTS = 256;
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

export const events = {
  'events.send': route({
    method: 'POST',
    path: '/api/events',
    tag: 'events',
    summary: 'Tell an execution that something happened: to one of its commands, or anything else.',
    body: Type.Object({ execution_id: Addressee, ...EventFields }),
    response: Type.Object({
      ...Answer,
      event_id: Type.String(),
      duplicate: Type.Boolean({ description: 'It was sent before.' }),
    }),
  }),
  'events.batch': route({
    method: 'POST',
    path: '/api/events/batch',
    tag: 'events',
    summary: 'Tell an execution several things that happened, all of them or none.',
    body: Type.Object({
      execution_id: Addressee,
      worker_id: Type.Optional(Teller),
      catalog_id: Type.Optional(described(Id, 'Of older workers. Ignored.')),
      events: Type.Array(
        Type.Object({
          execution_id: Type.Optional(described(Id, 'The same as that of the batch; may be left away.')),
          ...EventFields,
        }),
        {
          minItems: 1,
          maxItems: MAX_BATCH_EVENTS,
          description: `What happened, in this order: up to ${MAX_BATCH_EVENTS} events and 2 MiB in all.`,
        },
      ),
    }),
    response: Type.Object({
      ...Answer,
      event_ids: Type.Array(Type.String()),
      duplicate: Type.Boolean({ description: 'All of it was sent before.' }),
      late: described(
        Type.Array(Type.Object({ index: Type.Integer(), why: Type.String() })),
        'Reports that came too late and changed nothing: their place in the batch, and why.',
      ),
    }),
  }),
} as const;
