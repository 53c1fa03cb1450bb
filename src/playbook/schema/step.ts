import { choice, list, object, ref, text, values } from './json-schema.ts';

const step = object(
  'A step of the workflow.',
  {
    step: ref('name', 'The name of the step, unique in the playbook.'),
    desc: text('What the step does.'),
    when: ref('condition', 'Guard: if it is false the step is skipped, and routing goes on.'),
    input: values('Values bound before the tools run: `input.x`, and bare `x` in code.'),
    loop: ref('loop'),
    tool: ref('tool'),
    set: ref('set'),
    retry: ref('retry'),
    timeout: ref('duration', 'Limit of one execution of each of its tasks.'),
    on_error: choice('Whether a failure that no arc looks at fails the execution.', 'fail', 'continue'),
    redeliver: choice('Whether it may run again after its worker was lost.', 'always', 'never'),
    spec: ref('stepSpec'),
    next: ref('next'),
  },
  { required: ['step'] },
);

export const workflow = list('The steps.', step, 1);
