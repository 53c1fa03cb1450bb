import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { ExecutionParams } from '../schemas/json.ts';

const about = { tag: 'streams', type: 'text/event-stream', response: Type.String() } as const;

export const streams = {
  'streams.execution': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/stream',
    summary: 'Follow the events of an execution until it ends; goes on after `Last-Event-ID`.',
    params: ExecutionParams,
    query: Type.Object({
      /** As the header `Last-Event-ID`, for those who cannot send one. */
      last_event_id: Type.Optional(Type.String()),
      event_type: Type.Optional(Type.String()),
      step: Type.Optional(Type.String()),
    }),
  }),
  'streams.all': route({
    ...about,
    method: 'GET',
    path: '/api/stream',
    summary: 'Follow the status of all executions; goes on after `Last-Event-ID`.',
    query: Type.Object({
      last_event_id: Type.Optional(Type.String()),
      /** Ends after so many messages. */
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  }),
  'streams.logs': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/logs/stream',
    summary: 'Follow what the tools of an execution print, until it ends; goes on after `Last-Event-ID`.',
    params: ExecutionParams,
    query: Type.Object({
      last_event_id: Type.Optional(Type.String()),
      step: Type.Optional(Type.String()),
      attempt: Type.Optional(Type.Integer({ minimum: 1 })),
      iteration: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
} as const;
