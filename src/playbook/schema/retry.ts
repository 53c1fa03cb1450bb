import { anyOf, flag, object, ref } from './json-schema.ts';

const long = object(
  'When to try again, and how long to wait before.',
  {
    max_attempts: ref('count', 'Executions in all, the first included.'),
    initial_delay: ref('duration', 'Wait before the second execution.'),
    multiplier: {
      type: 'number',
      minimum: 0,
      default: 1.5,
      description: 'Each wait is so many times the one before.',
    },
    max_delay: ref('duration', 'The longest wait.'),
    jitter: flag('Whether waits vary at random.', false),
    when: ref(
      'condition',
      'Tries again only if this is true; sees `output`, `error`, `status_code`, `attempt`.',
    ),
    stop_when: ref('condition', 'Stops trying if this is true.'),
  },
  { examples: [{ max_attempts: 5, initial_delay: '1s', when: '{{ output.error.retryable }}' }] },
);

export const retry = anyOf(
  'How often to try again: a number of executions in all, `true` for 3, or the details.',
  { type: 'integer', minimum: 1 },
  { type: 'boolean' },
  long,
  { type: 'array', items: long, minItems: 1, description: 'The first whose `when` is true decides.' },
);
