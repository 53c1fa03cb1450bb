import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { JsonObject, nullable, Time } from '../schemas/json.ts';

export const QueueStatus = Type.Union(
  (['queued', 'leased', 'retry', 'done', 'dead'] as const).map(word => Type.Literal(word)),
);

const QueueItem = Type.Object({
  /** The id of the command: the same over all attempts. */
  queue_id: Type.String(),
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
  /** Commands that it runs, if it says so. */
  running: nullable(Type.Integer()),
  runtime: JsonObject,
  heartbeat: Time,
  created_at: Time,
  updated_at: Time,
});

const PoolName = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});

export const queue = {
  'queue.list': route({
    method: 'GET',
    path: '/api/queue',
    tag: 'queue',
    summary: 'List commands, those of the newest executions first.',
    query: Type.Object({
      status: Type.Optional(Type.String()),
      execution_id: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
      /** `next_cursor` of the page before. */
      cursor: Type.Optional(Type.String()),
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
      kind: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
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
        component_type: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
        uri: Type.Optional(Type.String({ maxLength: 2048 })),
        base_url: Type.Optional(Type.String({ maxLength: 2048 })),
        labels: Type.Optional(JsonObject),
        capabilities: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
        capacity: Type.Optional(Type.Integer({ minimum: 0 })),
        runtime: Type.Optional(JsonObject),
        hostname: Type.Optional(Type.String({ maxLength: 255 })),
        pid: Type.Optional(Type.Integer()),
        status: Type.Optional(Type.String()),
        meta: Type.Optional(JsonObject),
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
