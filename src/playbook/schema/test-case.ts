import { anything, list, object, text, values } from './json-schema.ts';

const expectation = object('What must have happened; what is not named is not compared.', {
  status: { enum: ['COMPLETED', 'FAILED', 'CANCELLED'], description: 'How the execution ended.' },
  steps: {
    type: 'object',
    description: 'How steps ended.',
    additionalProperties: { enum: ['completed', 'failed', 'skipped', 'not_run'] },
    examples: [{ report: 'completed', alert: 'not_run' }],
  },
  result: anything('The result of the execution; a mapping may name a part of it.'),
});

const testCase = object(
  'A test, run with the real engine, mocked tools and virtual time.',
  {
    name: text('What the test shows, as a sentence.', 'stops when a shop has no orders'),
    workload: values('Input of the execution.'),
    mock: values('Answers by step, or `step.task`: a value, a list of them call by call, or `{ error: … }`.'),
    expect: expectation,
  },
  { required: ['name'] },
);

export const tests = list('Tests of the playbook, run by `noetl test`.', testCase);
