import fc from 'fast-check';
import {
  condition,
  data,
  duration,
  type Fields,
  mapping,
  number,
  plainText,
  positive,
  set,
  some,
  word,
} from './data.ts';
import { admit, loop, next } from './routing.ts';
import { retry, tool } from './task.ts';

function step(name: string, later: readonly string[]): fc.Arbitrary<Fields> {
  const fields = some({
    desc: plainText,
    when: condition,
    input: mapping,
    loop,
    tool,
    set,
    retry,
    timeout: duration,
    on_error: fc.constantFrom('fail', 'continue'),
    redeliver: fc.constantFrom('always', 'never'),
    spec: admit,
  });
  return fc
    .tuple(fields, next(later))
    .map(([own, follows]) => ({ step: name, ...own, ...(follows === undefined ? {} : { next: follows }) }));
}

const workflow = fc.integer({ min: 1, max: 4 }).chain(length => {
  const names = Array.from({ length }, (_, i) => (i === length - 1 && length > 2 ? 'end' : `step_${i}`));
  return fc.tuple(...names.map((name, i) => step(name, names.slice(i + 1))));
});

const fixed = fc.constantFrom('500ms', '2s', '0s', 30, 0.5);
const outcome = fc.constantFrom('completed', 'failed', 'skipped', 'not_run');

const mockForm = fc.oneof(
  some({ error: mapping }, ['error']),
  some({ after: fixed, value: data }, ['after']),
  some({ after: fixed, error: mapping }, ['after', 'error']),
  fc.record({ each: fc.array(data) }),
);

const tests = fc.array(
  some(
    {
      name: plainText.filter(each => each !== ''),
      workload: mapping,
      env: mapping,
      mock: some({ step_0: fc.oneof(data, mockForm) }),
      real: fc.constantFrom(['step_0'], [], 'step_0'),
      signals: fc.oneof(mapping, fc.array(some({ name: plainText, data, after: fixed }, ['name']))),
      timeout: fixed,
      expect: some({
        status: fc.constantFrom('COMPLETED', 'FAILED', 'CANCELLED'),
        steps: some({
          step_0: fc.oneof(outcome, some({ status: outcome, runs: positive, attempts: positive })),
        }),
        result: data,
        ctx: mapping,
        error: fc.oneof(plainText, some({ kind: plainText, message: plainText })),
        calls: some({
          step_0: fc.oneof(fc.nat(), fc.array(mapping), some({ count: positive, with: mapping })),
        }),
        that: fc.constantFrom('{{ 1 == 1 }}', ['{{ workload }}', 'true'], true),
      }),
    },
    ['name'],
  ),
  { maxLength: 2 },
);

/** Playbooks of the canonical language with every feature it has, as data. */
export const arbitraryPlaybook: fc.Arbitrary<Fields> = fc
  .tuple(
    some(
      {
        name: word,
        path: word,
        version: fc.oneof(plainText, number),
        description: plainText,
        labels: fc.dictionary(word, plainText, { maxKeys: 2 }),
        tags: fc.array(plainText, { maxLength: 2 }),
        exposed_in_ui: fc.boolean(),
        exposes_as_mcp: fc.boolean(),
        something_else: data,
      },
      ['name'],
    ),
    some({
      workload: mapping,
      keychain: fc.array(
        some(
          {
            name: word,
            kind: fc.constantFrom('bearer', 'credential', 'static', 'secret_manager'),
            scope: fc.constantFrom('local', 'global', 'shared'),
            provider: word,
            map: mapping,
            auto_renew: fc.boolean(),
          },
          ['name'],
        ),
        { maxLength: 1 },
      ),
      executor: some({
        profile: fc.constantFrom('local', 'distributed', 'auto'),
        requires: some({ tools: fc.array(word, { maxLength: 2 }) }),
        spec: some({
          timeout: fixed,
          concurrency: some(
            {
              key: fc.constant('k-{{ workload.a }}'),
              limit: positive,
              on_limit: fc.constantFrom('queue', 'skip'),
            },
            ['key'],
          ),
          no_next_is_error: fc.boolean(),
          render_workload: fc.boolean(),
          policy: mapping,
        }),
      }),
    }),
    workflow,
    tests,
  )
  .map(([metadata, sections, steps, cases]) => ({
    apiVersion: 'noetl.io/v2',
    kind: 'Playbook',
    metadata,
    ...sections,
    workflow: steps,
    ...(cases.length > 0 ? { tests: cases } : {}),
  }));
