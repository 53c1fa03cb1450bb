import { anyOf, choice, integer, type JsonSchema, list, object, ref, text } from './json-schema.ts';

const action: JsonSchema = {
  ...object('What happens.', {
    do: {
      enum: ['continue', 'retry', 'jump', 'break', 'fail'],
      description: 'The next move of the pipeline.',
    },
    attempts: integer('For `retry`: executions in all.', 1, 3),
    backoff: choice('For `retry`: how waits grow.', 'none', 'linear', 'exponential'),
    delay: ref('duration', 'For `retry`: the wait.'),
    to: text('For `jump`: the task to go on with.'),
    set: ref('set'),
    message: text('For `fail`: what the error says.'),
  }),
  if: { properties: { do: { const: 'jump' } }, required: ['do'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['to'] },
};

/** A condition with what follows from it, or what happens otherwise. */
const rule = (then: JsonSchema): JsonSchema =>
  anyOf(
    'A rule; the first that matches decides.',
    object(
      'Decides if its condition is true.',
      {
        when: ref('condition'),
        then,
      },
      { required: ['when', 'then'] },
    ),
    object('Decides if no rule before did.', { else: then }, { required: ['else'] }),
  );

export const taskSpec = object('Rules for what happens after each execution of the task.', {
  policy: object('First match wins; no match: success continues, an error fails.', {
    rules: list('Tried in order.', rule(action), 1),
    on_unmatched: choice('What happens if no rule matches.', 'default', 'continue', 'fail'),
  }),
});

const allow = object(
  'Whether the step may run.',
  { allow: { type: ['boolean', 'string'], description: 'Whether the step may run.' } },
  { required: ['allow'] },
);

export const stepSpec = object('Rules of the step, and who runs it.', {
  pool: text('Which workers run it; else those that the whole playbook names, else `shared`.'),
  policy: object('Rules of the step.', {
    admit: object(
      'Whether an arrival at the step may run; no match admits.',
      {
        rules: list('Tried in order.', rule(allow), 1),
        on_deny: choice('Skip the step, or wait and ask again when `ctx` changes.', 'skip', 'wait'),
      },
      { required: ['rules'] },
    ),
  }),
});
