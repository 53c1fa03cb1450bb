import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { described, ExecutionId, Json, nullable, optional } from '../schemas/json.ts';

const Outcome = optional(
  Type.Object({
    status: Type.Optional(
      Type.String({
        maxLength: 64,
        description: '`ok`, which it is if not given, or `error`: the step has failed.',
      }),
    ),
    data: Type.Optional(described(Json, 'The result of the step.')),
    error: Type.Optional(
      described(Json, 'A text, or `{message, kind, code, retryable, details}`: the step has failed.'),
    ),
  }),
);

const CalledBack = Type.Object({
  status: Type.Literal('ok'),
  execution_id: Type.String(),
  step: Type.String(),
  iteration: described(nullable(Type.Integer()), 'Of a loop: which iteration it was for.'),
  waited: Type.Boolean({
    description: 'False: the step is still at work, and does not wait when it is done.',
  }),
  masked: Type.Array(Type.String()),
});

export const callbacks = {
  'callbacks.deliver': route({
    method: 'POST',
    path: '/api/callbacks/:token',
    tag: 'events',
    summary: 'Say what came of something that a task has started: its address is `{{ callback.url }}` there.',
    params: Type.Object({
      token: Type.String({
        description: 'The last part of `{{ callback.url }}`: it names what waits, and cannot be guessed.',
      }),
    }),
    body: Outcome,
    response: CalledBack,
  }),
  'callbacks.answer': route({
    method: 'POST',
    path: '/api/executions/:id/callbacks/:step',
    tag: 'events',
    summary: 'Answer in the place of what a step of an execution waits to be called back by.',
    params: Type.Object({
      id: ExecutionId,
      step: Type.String({ description: 'The name of the step that waits.' }),
    }),
    query: Type.Object({
      iteration: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Of a loop: the iteration that waits, counted from 0.' }),
      ),
    }),
    body: Outcome,
    response: CalledBack,
  }),
} as const;
