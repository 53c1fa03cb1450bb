import { choice, flag, integer, object, ref, text, textList, values } from './json-schema.ts';

const concurrency = object(
  'How many executions with the same key may run at once.',
  {
    key: { type: 'string', description: 'Executions that render the same key count together.' },
    limit: integer('How many may run at once.', 1, 1),
    on_limit: choice('What a further one does.', 'queue', 'skip', 'cancel_oldest'),
  },
  { required: ['key'] },
);

const spec = object('Settings of every execution of this playbook.', {
  entry_step: text('The step that runs first; else the one called `start`, else the first one.'),
  final_step: text('The step that runs once after everything, whatever happened.'),
  timeout: ref('duration', 'Limit of the whole execution.'),
  concurrency,
  pool: text('Which workers run its steps; else `shared`.'),
  no_next_is_error: flag('Whether a step of whose arcs none matched fails the execution.', false),
  loop_mode: choice('Where the iterations of a loop run.', 'local', 'fanout'),
  render_workload: flag(
    'Whether templates in workload values are rendered when the execution starts.',
    false,
  ),
  policy: values('Limits and defaults for results.'),
});

export const executor = object('How executions of the playbook run.', {
  profile: choice('Which kind of runtime it needs.', 'auto', 'local', 'distributed'),
  version: text('Version of the runtime it is written for.', 'noetl-runtime/1'),
  requires: object('What the runtime must have.', {
    tools: textList('Kinds of tools.'),
    features: textList('Features.'),
  }),
  spec,
});
