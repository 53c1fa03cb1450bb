import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';

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
    }),
  }),
} as const;
