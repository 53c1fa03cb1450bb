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
  { for: ref('duration', 'How long.'), until: text('Until when.', '{{ workload.start_at }}') },
  { open: true },
);

const waited = {
  name: text('Name of the signal.'),
  signal: text('Name of the signal.'),
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

export const noop = object('Does nothing.', { result: anything('The result.') }, { open: true });

export const fail = object('Fails.', { message: text('What the error says.') }, { open: true });
