import { anyOf, choice, flag, type JsonSchema, list, object, ref, values } from './json-schema.ts';

const name = ref('name');
const args = values('Values for the input of the step that follows.', { x: 1 });

const arc: JsonSchema = {
  ...object(
    'A way on.',
    {
      step: anyOf('The step that follows, or several that all follow.', name, {
        type: 'array',
        items: name,
        minItems: 1,
      }),
      // biome-ignore lint/suspicious/noThenProperty: a word of the language
      then: list(
        'Steps that all follow, each with its own values.',
        object('A step that follows.', { step: name, set: ref('set'), args }, { required: ['step'] }),
        1,
      ),
      when: ref(
        'condition',
        'The arc is taken if this is true. Without it: otherwise (exclusive) or always (inclusive).',
      ),
      else: flag('Taken only if no arc with a condition is.', false),
      on: choice('On which outcome the arc is considered.', 'success', 'failure', 'any'),
      set: ref('set'),
      args,
    },
    { examples: [{ step: 'report', when: "{{ event.name == 'loop.done' }}" }] },
  ),
  oneOf: [{ required: ['step'] }, { required: ['then'] }],
};

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
