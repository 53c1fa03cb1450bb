import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { EventFilter } from '../schemas/execution.ts';
import { ExecutionParams, TaskFilter } from '../schemas/json.ts';

const about = { tag: 'streams', type: 'text/event-stream', response: Type.String() } as const;

const LastId = Type.Optional(
  Type.String({
    description:
      'The id of the last message seen, as the header `Last-Event-ID`, for those who cannot send one.',
  }),
);

export const streams = {
  'streams.execution': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/stream',
    summary: 'Follow the events of an execution until it ends; goes on after `Last-Event-ID`.',
    params: ExecutionParams,
    query: Type.Object({
      last_event_id: LastId,
      ...EventFilter,
    }),
  }),
  'streams.all': route({
    ...about,
    method: 'GET',
    path: '/api/stream',
    summary: 'Follow the status of all executions; goes on after `Last-Event-ID`.',
    query: Type.Object({
      last_event_id: LastId,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Ends after so many messages; never unless given.' }),
      ),
    }),
  }),
  'streams.logs': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/logs/stream',
    summary: 'Follow what the tools of an execution print, until it ends; goes on after `Last-Event-ID`.',
    params: ExecutionParams,
    query: Type.Object({
      last_event_id: LastId,
      ...TaskFilter,
    }),
  }),
} as const;
