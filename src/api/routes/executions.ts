import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import {
  EventBody,
  EventQuery,
  ExecutionDetail,
  ExecutionEntry,
  ExecutionProgress,
  ExecutionStatus,
  Pagination,
} from '../schemas/execution.ts';
import { ExecutionParams, nullable } from '../schemas/json.ts';

const about = { tag: 'executions', params: ExecutionParams } as const;

/** What executions are and how far they have come. */
export const executions = {
  'executions.list': route({
    method: 'GET',
    path: '/api/executions',
    tag: 'executions',
    summary: 'List executions, newest first.',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      /** Only executions older than this one: the next page, however many there are. */
      before: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
      /** A part of the path; the case of letters does not matter. */
      path: Type.Optional(Type.String()),
      /** Started then or later: a time, or how long ago (`15m`, `2h`, `7d`). */
      since: Type.Optional(Type.String()),
      parent_execution_id: Type.Optional(Type.String()),
      catalog_id: Type.Optional(Type.String()),
    }),
    response: Type.Array(ExecutionEntry),
  }),
  'executions.get': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id',
    summary: 'Show an execution with a page of its events.',
    query: Type.Composite([
      EventQuery,
      Type.Object({ include_events: Type.Optional(Type.Boolean({ default: true })) }),
    ]),
    response: ExecutionDetail,
  }),
  'executions.events': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/events',
    summary: 'List the events of an execution, oldest first.',
    query: Type.Composite([
      EventQuery,
      Type.Object({ names: Type.Optional(Type.Union([Type.Literal('current'), Type.Literal('legacy')])) }),
    ]),
    response: Type.Object({
      execution_id: Type.String(),
      path: Type.String(),
      status: ExecutionStatus,
      events: Type.Array(EventBody),
      pagination: Pagination,
    }),
  }),
  'executions.status': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/status',
    summary: 'Say how far an execution has come.',
    query: Type.Object({ full: Type.Optional(Type.Boolean({ default: false })) }),
    response: ExecutionProgress,
  }),
  'executions.cancellation_check': route({
    ...about,
    method: 'GET',
    path: '/api/executions/:id/cancellation-check',
    summary: 'Say whether an execution was cancelled.',
    response: Type.Object({
      execution_id: Type.String(),
      status: ExecutionStatus,
      event_type: nullable(Type.String()),
      cancelled: Type.Boolean(),
      completed: Type.Boolean(),
      failed: Type.Boolean(),
      is_cancelled: Type.Boolean(),
    }),
  }),
} as const;
