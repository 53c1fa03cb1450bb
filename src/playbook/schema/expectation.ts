import { anyOf, anything, integer, type JsonSchema, list, object, text, values } from './json-schema.ts';

const outcome: JsonSchema = { enum: ['completed', 'failed', 'skipped', 'not_run'] };

const step = object('More about a step.', {
  status: { ...outcome, description: 'How its last run ended.' },
  runs: integer('How often it ran.', 0),
  attempts: integer('Executions of its last run, the first included.', 0),
});

const error = object('Parts of the error.', {
  kind: text('Its kind.', 'timeout', 'server_error'),
  message: text('A part of its message.'),
  step: text('A step that failed.'),
});

const calls = object('More about the calls of a step.', {
  count: integer('How many there were.', 0),
  with: values('Fields that at least one call had.'),
});

/** A mapping by names of the author's own. */
const byName = (description: string, each: JsonSchema, example: JsonSchema): JsonSchema => ({
  type: 'object',
  description,
  additionalProperties: each,
  examples: [example],
});

export const expectation = object('What must have happened; what is not named is not compared.', {
  status: {
    enum: ['COMPLETED', 'FAILED', 'CANCELLED'],
    description: 'How the execution ended; COMPLETED unless `error` is given.',
  },
  steps: byName('How steps ended.', anyOf('The outcome, or more.', outcome, step), {
    report: 'completed',
    alert: 'not_run',
  }),
  result: anything('The result of the execution; a mapping may name a part of it.'),
  ctx: values('Variables at the end; a mapping may name a part of them.'),
  error: anyOf('Why the execution failed.', text('A part of the message.'), error),
  calls: byName(
    'How tools were called, by step or `step.task`.',
    anyOf(
      'How often; the calls in order; or what at least one call had.',
      integer('How often.', 0),
      list('Fields of each call, in order.', values('Fields of one call.')),
      calls,
    ),
    { fetch: 2 },
  ),
  that: list('Conditions that hold at the end.', { type: ['string', 'boolean'] }),
});
