import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';

const Megabytes = Type.Number({ minimum: 0 });
const Percent = Type.Number({ minimum: 0 });

export const health = {
  'health.live': route({
    method: 'GET',
    path: '/health',
    tag: 'health',
    summary: 'Say that the process is there; nothing is checked.',
    response: Type.Object({ status: Type.Literal('ok') }),
  }),
  'health.ready': route({
    method: 'GET',
    path: '/api/health',
    tag: 'health',
    summary: 'Say whether the server can do its work: 503 if it cannot.',
    response: Type.Object({
      status: Type.Union([Type.Literal('ok'), Type.Literal('unhealthy')]),
      database: Type.Union([Type.Literal('connected'), Type.Literal('disconnected')]),
      uptime_seconds: Type.Number(),
      version: Type.String(),
      trouble: Type.Optional(Type.String({ description: 'Why it is unhealthy.' })),
    }),
  }),
  'health.status': route({
    method: 'GET',
    path: '/api/status',
    tag: 'health',
    summary: 'Tell what the machine and the process use.',
    response: Type.Object({
      system: Type.Object({
        cpu_percent: Percent,
        memory_percent: Percent,
        total_memory_mb: Megabytes,
        used_memory_mb: Megabytes,
        available_memory_mb: Megabytes,
      }),
      process: Type.Object({
        pid: Type.Integer(),
        cpu_percent: Percent,
        memory_rss_mb: Megabytes,
        memory_vms_mb: Megabytes,
        num_threads: Type.Integer({ minimum: 1 }),
        start_time: Type.String(),
        uptime_seconds: Type.Number(),
      }),
    }),
  }),
  'health.pool': route({
    method: 'GET',
    path: '/api/pool/status',
    tag: 'health',
    summary: 'Tell how busy the store is: whoever sends work in bulk slows down by it.',
    response: Type.Object({
      pool_min: Type.Integer(),
      pool_max: Type.Integer(),
      pool_size: Type.Integer(),
      pool_available: Type.Integer({ minimum: 0 }),
      requests_waiting: Type.Integer({ minimum: 0 }),
      utilization: Type.Number({ minimum: 0, maximum: 1 }),
      slots_available: Type.Integer({ minimum: 0 }),
      status: Type.Union([Type.Literal('ok'), Type.Literal('busy'), Type.Literal('saturated')]),
    }),
  }),
  'health.metrics': route({
    method: 'GET',
    path: '/metrics',
    tag: 'health',
    summary: 'Give the metrics in the text format of Prometheus.',
    type: 'text/plain',
    response: Type.String(),
  }),
} as const;
