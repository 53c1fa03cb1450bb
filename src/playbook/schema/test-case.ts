import { expectation } from './expectation.ts';
import { anyOf, anything, list, object, text, textList, values } from './json-schema.ts';

const duration = (description: string) => ({
  type: ['string', 'number'],
  description,
  examples: ['500ms', '2s', '5m'],
});

const signal = object(
  'A signal that can say when, and stand here twice.',
  {
    name: text('What the step waits for.'),
    data: anything('What it gets.'),
    after: duration('Virtual time after the step began to wait.'),
  },
  { required: ['name'] },
);

const testCase = object(
  'A test, run with the real engine, mocked tools and virtual time.',
  {
    name: text('What the test shows, as a sentence.', 'stops when a shop has no orders'),
    workload: values('Input of the execution.'),
    env: values('What `env()` gives; nothing else of the environment is seen.', { SHOP_TOKEN: 'test' }),
    mock: values(
      'Answers by step, `step.task`, or `caller/step` in a playbook that is called: a value; a list, call by call; `{ each: […] }`, iteration by iteration; `{ error: … }`; `{ after: 5s, value: … }`.',
    ),
    real: textList('Steps, or `step.task`, whose tools are called though they have effects.'),
    signals: anyOf(
      'Signals, sent when a step begins to wait for them.',
      values('Data by name.', { approved: { by: 'ada' } }),
      list('One after the other.', signal),
    ),
    timeout: duration('Real time the test may take; 10 s unless given.'),
    expect: expectation,
  },
  { required: ['name'] },
);

export const tests = list('Tests of the playbook, run by `noetl test`.', testCase);
