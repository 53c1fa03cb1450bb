import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described, JsonObject, nullable, Time } from '../schemas/json.ts';

export const QueueStatus = Type.Union(
  (['queued', 'leased', 'retry', 'done', 'dead'] as const).map(word => Type.Literal(word)),
);

const QueueItem = Type.Object({
  queue_id: Type.String({ description: 'The id of the command: the same over all attempts.' }),
  command_id: Type.String(),
  execution_id: Type.String(),
  node_name: Type.String(),
  status: QueueStatus,
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  available_at: nullable(Time),
  worker_id: nullable(Type.String()),
  last_error: nullable(Type.String()),
});

const Pool = Type.Object({
  runtime_id: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  uri: nullable(Type.String()),
  status: Type.Union([Type.Literal('ready'), Type.Literal('offline')]),
  labels: JsonObject,
  capabilities: Type.Array(Type.String()),
  capacity: nullable(Type.Integer()),
  running: described(nullable(Type.Integer()), 'Commands that it runs, if it says so.'),
  runtime: JsonObject,
  heartbeat: Time,
  created_at: Time,
  updated_at: Time,
});

const PoolName = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the pool.' }),
  kind: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'What it is a pool of; `worker_pool` if not given.',
    }),
  ),
});

export const queue = {
  'queue.list': route({
    method: 'GET',
    path: '/api/queue',
    tag: 'queue',
    summary: 'List commands, those of the newest executions first.',
    query: Type.Object({
      status: Type.Optional(
        Type.String({
          description: 'Only those with this status: `queued`, `leased`, `retry`, `done` or `dead`.',
        }),
      ),
      execution_id: Type.Optional(Type.String({ description: 'Only those of this execution.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          default: 100,
          description:
            'Commands of a page: 100 unless given, 1000 at most. A page may have fewer while there are more.',
        }),
      ),
      cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
    }),
    response: Type.Object({
      items: Type.Array(QueueItem),
      count: Type.Integer(),
      next_cursor: nullable(Type.String()),
    }),
  }),
  'queue.size': route({
    method: 'GET',
    path: '/api/queue/size',
    tag: 'queue',
    summary: 'Count the commands that are not settled.',
    response: Type.Object({
      size: Type.Integer(),
      queued: Type.Integer(),
      leased: Type.Integer(),
      retry: Type.Integer(),
    }),
  }),
  'queue.pools': route({
    method: 'GET',
    path: '/api/worker/pools',
    tag: 'workers',
    summary: 'List the pools of workers.',
    query: Type.Object({
      kind: Type.Optional(Type.String({ description: 'Only those of this kind, such as `worker_pool`.' })),
      status: Type.Optional(Type.String({ description: 'Only those that are `ready` or `offline`.' })),
      name: Type.Optional(Type.String({ description: 'Only the one of this name.' })),
    }),
    response: Type.Object({ items: Type.Array(Pool), count: Type.Integer() }),
  }),
  'queue.register_pool': route({
    method: 'POST',
    path: '/api/worker/pool/register',
    tag: 'workers',
    summary: 'Say that a pool of workers is there; it counts as offline when its heartbeats stop.',
    body: Type.Composite([
      PoolName,
      Type.Object({
        component_type: Type.Optional(
          Type.String({ minLength: 1, maxLength: 64, description: 'An older name of `kind`.' }),
        ),
        uri: Type.Optional(
          Type.String({ maxLength: 2048, description: 'Where it is reached, to be shown.' }),
        ),
        base_url: Type.Optional(Type.String({ maxLength: 2048, description: 'An older name of `uri`.' })),
        labels: Type.Optional(described(JsonObject, 'Anything by which people tell it from others.')),
        capabilities: Type.Optional(
          Type.Array(Type.String(), { maxItems: 200, description: 'Kinds of tools that it runs.' }),
        ),
        capacity: Type.Optional(
          Type.Integer({ minimum: 0, description: 'How many commands it runs at a time.' }),
        ),
        runtime: Type.Optional(described(JsonObject, 'Anything about its process, to be shown.')),
        hostname: Type.Optional(
          Type.String({ maxLength: 255, description: 'Its machine; shown as a part of `runtime`.' }),
        ),
        pid: Type.Optional(Type.Integer({ description: 'Its process; shown as a part of `runtime`.' })),
        status: Type.Optional(Type.String({ description: 'Of older workers. Ignored: heartbeats tell.' })),
        meta: Type.Optional(described(JsonObject, 'Of older workers. Ignored.')),
      }),
    ]),
    response: Type.Object({
      status: Type.Union([Type.Literal('ok'), Type.Literal('recreated')]),
      name: Type.String(),
      kind: Type.String(),
      runtime_id: Type.String(),
    }),
  }),
  'queue.pool_heartbeat': route({
    method: 'POST',
    path: '/api/worker/pool/heartbeat',
    tag: 'workers',
    summary: 'Say that a pool is still there; 404 if it has to register again.',
    body: PoolName,
    response: Type.Object({ status: Type.Literal('ok'), name: Type.String(), heartbeat: Time }),
  }),
  'queue.deregister_pool': route({
    method: 'DELETE',
    path: '/api/worker/pool/deregister',
    tag: 'workers',
    summary: 'Say that a pool is gone.',
    body: PoolName,
    response: Type.Object({ status: Type.Literal('ok'), message: Type.String() }),
  }),
  'queue.deregister_pool_by_post': route({
    method: 'POST',
    path: '/api/worker/pool/deregister',
    tag: 'workers',
    summary: 'Say that a pool is gone, for those who cannot send a body with DELETE.',
    body: PoolName,
    response: Type.Object({ status: Type.Literal('ok'), message: Type.String() }),
    instead: 'DELETE /api/worker/pool/deregister',
  }),
} as const;
