import { anyOf, anything, flag, object, ref, text, textList, values } from '../json-schema.ts';

export const playbook = object(
  'Runs another playbook and waits for its result.',
  {
    path: text('Key of the playbook in the catalog.', 'shop/sync_orders'),
    version: { type: ['string', 'integer'], description: 'Its version; the latest if not given.' },
    return_step: text('The step whose result is returned, instead of the whole result.'),
    async: flag('Whether to go on without waiting.', false),
  },
  { open: true },
);

export const workbookReference = object(
  'Runs an entry of the workbook.',
  { name: text('Name of the entry.'), task: text('Name of the entry, where `name` is that of a task.') },
  { open: true },
);

export const wait = object(
  'Waits without holding a worker.',
  {
    for: ref('duration', 'How long.'),
    until: {
      type: ['string', 'number'],
      description: 'Until when: a time, in UTC unless it names a zone, or seconds since 1970.',
      examples: ['{{ workload.start_at }}', '2026-01-31T12:00:00Z'],
    },
  },
  { open: true },
);

const waited = {
  signal: text('Name of the signal; that of the step if not given.'),
  default: anything('The answer if none comes in time.'),
};

export const signal = object('Waits for a signal from outside.', waited, { open: true });

export const approval = object(
  'Waits for a person to decide.',
  { ...waited, approvers: textList('Who may decide.'), form: values('What is asked.') },
  { open: true },
);

export const assertion = object(
  'Fails unless every condition is true.',
  {
    that: anyOf('The conditions.', ref('condition'), { type: 'array', items: ref('condition'), minItems: 1 }),
    message: text('What the error says.'),
  },
  { open: true, required: ['that'] },
);

export const noop = object(
  'Does nothing.',
  { result: anything('The result.'), message: text('The message of the result, without `result`.') },
  { open: true },
);

export const fail = object(
  'Fails.',
  {
    message: text('What the error says.'),
    code: text('`output.error.code`, for rules that tell errors apart.'),
    retryable: flag('`output.error.retryable`.', false),
  },
  { open: true },
);
