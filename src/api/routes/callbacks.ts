import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';
import { Json, nullable, optional } from '../schemas/json.ts';

const Outcome = optional(
  Type.Object({
    status: Type.Optional(Type.String({ maxLength: 64 })),
    /** The result of the step. */
    data: Type.Optional(Json),
    /** A text, or `{message, kind, code, retryable, details}`: the step has failed. */
    error: Type.Optional(Json),
  }),
);

const CalledBack = Type.Object({
  status: Type.Literal('ok'),
  execution_id: Type.String(),
  step: Type.String(),
  /** Of a loop: which iteration it was for. */
  iteration: nullable(Type.Integer()),
  /** False: the step is still at work, and does not wait when it is done. */
  waited: Type.Boolean(),
  masked: Type.Array(Type.String()),
});

export const callbacks = {
  'callbacks.deliver': route({
    method: 'POST',
    path: '/api/callbacks/:token',
    tag: 'events',
    summary: 'Say what came of something that a task has started: its address is `{{ callback.url }}` there.',
    params: Type.Object({ token: Type.String() }),
    body: Outcome,
    response: CalledBack,
  }),
  'callbacks.answer': route({
    method: 'POST',
    path: '/api/executions/:id/callbacks/:step',
    tag: 'events',
    summary: 'Answer in the place of what a step of an execution waits to be called back by.',
    params: Type.Object({ id: Type.String(), step: Type.String() }),
    query: Type.Object({ iteration: Type.Optional(Type.Integer({ minimum: 0 })) }),
    body: Outcome,
    response: CalledBack,
  }),
} as const;
