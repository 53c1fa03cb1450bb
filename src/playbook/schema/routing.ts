import { anyOf, choice, list, object, ref, values } from './json-schema.ts';

const arc = object(
  'A way on.',
  {
    step: ref('name', 'The step that follows.'),
    when: ref(
      'condition',
      'The arc is taken if this is true. Without it: otherwise (exclusive) or always (inclusive).',
    ),
    on: choice('On which outcome the arc is considered.', 'success', 'failure', 'any'),
    set: ref('set'),
    args: values('Values for the input of the step that follows.', { x: 1 }),
  },
  { required: ['step'], examples: [{ step: 'report', when: "{{ event.name == 'loop.done' }}" }] },
);

const long = object(
  'Ways on with conditions.',
  {
    spec: object('How arcs are chosen.', {
      mode: choice('The first that matches, or every one that does.', 'exclusive', 'inclusive'),
      on_no_match: choice('What happens if none matches.', 'complete', 'quiet', 'error'),
    }),
    arcs: list('Tried in order.', arc, 1),
  },
  { required: ['arcs'] },
);

export const next = anyOf(
  'What follows: a step, several steps that all run, or arcs with conditions.',
  ref('name'),
  { type: 'array', items: ref('name'), minItems: 1 },
  long,
);
