import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import {
  EventBody,
  EventQuery,
  ExecutionDetail,
  ExecutionEntry,
  ExecutionProgress,
  ExecutionStatus,
  PageNumber,
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
      page: Type.Optional(PageNumber),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description: 'Executions of a page: 100 unless given, 200 at most.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description: 'As `page_size`, which it comes before; goes with `before` or `offset`.',
        }),
      ),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'How many to pass over; comes before `page`.',
        }),
      ),
      before: Type.Optional(
        Type.String({
          description:
            'The id of the last execution of the page before: the fastest way through a long list.',
        }),
      ),
      status: Type.Optional(
        Type.String({
          description:
            'Only those with this status, in any case: `PENDING`, `RUNNING`, `PAUSED`, `COMPLETED`, `FAILED` or `CANCELLED`.',
        }),
      ),
      path: Type.Optional(
        Type.String({
          description: 'Only those whose path has this in it; the case of letters does not matter.',
        }),
      ),
      since: Type.Optional(
        Type.String({
          description:
            'Only those that started then or later: a time such as `2026-11-16T08:30:00Z`, or how long ago (`15m`, `2h`, `7d`).',
        }),
      ),
      parent_execution_id: Type.Optional(
        Type.String({ description: 'Only the children of this execution.' }),
      ),
      catalog_id: Type.Optional(Type.String({ description: 'Only those of this version of the catalog.' })),
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
      Type.Object({
        include_events: Type.Optional(
          Type.Boolean({ default: true, description: 'False: without its events.' }),
        ),
      }),
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
      Type.Object({
        names: Type.Optional(
          Type.Union([Type.Literal('current'), Type.Literal('legacy')], {
            description: '`legacy`: in the words of the first engines; `current` unless given.',
          }),
        ),
      }),
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
    query: Type.Object({
      full: Type.Optional(
        Type.Boolean({ default: false, description: 'With long variables whole, not by their length.' }),
      ),
    }),
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
