import fc from 'fast-check';
import {
  condition,
  count,
  type Data,
  data,
  duration,
  type Fields,
  mapping,
  plainText,
  positive,
  rule,
  set,
  some,
  text,
  word,
} from './data.ts';

const retryMapping = some({
  max_attempts: count,
  initial_delay: duration,
  multiplier: fc.constantFrom(1, 1.5, 2),
  max_delay: duration,
  jitter: fc.boolean(),
  when: condition,
  stop_when: condition,
});
export const retry = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.constant(true),
  retryMapping,
  fc.array(retryMapping, { minLength: 1, maxLength: 2 }),
);

const action = (tasks: readonly string[]): fc.Arbitrary<Fields> =>
  fc.oneof(
    some({ do: fc.constantFrom('continue', 'break'), set }, ['do']),
    some({ do: fc.constant('fail'), message: plainText, set }, ['do']),
    some(
      {
        do: fc.constant('retry'),
        attempts: positive,
        backoff: fc.constantFrom('none', 'linear', 'exponential'),
        delay: duration,
      },
      ['do'],
    ),
    some({ do: fc.constant('jump'), to: fc.constantFrom(...tasks) }, ['do', 'to']),
  );

const policy = (tasks: readonly string[]): fc.Arbitrary<Fields> =>
  fc
    .tuple(
      fc.array(rule(action(tasks)), {
        minLength: 1,
        maxLength: 2,
      }),
      fc.option(action(tasks), { nil: undefined }),
      fc.option(fc.constantFrom('continue', 'fail'), { nil: undefined }),
    )
    .map(([rules, otherwise, unmatched]) => ({
      policy: {
        rules: otherwise ? [...rules, { else: otherwise }] : rules,
        ...(unmatched ? { on_unmatched: unmatched } : {}),
      },
    }));

const sink = some({ kind: fc.constant('postgres'), query: text, auth: word, params: mapping }, [
  'kind',
  'query',
]);

const ownFields: Readonly<Record<string, fc.Arbitrary<Fields>>> = {
  http: some(
    { url: text, method: fc.constantFrom('GET', 'POST'), headers: mapping, params: mapping, body: data },
    ['url'],
  ),
  postgres: some({ query: text, params: mapping }, ['query']),
  python: some({ code: plainText, libs: mapping }, ['code']),
  shell: some({ cmds: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })) }, ['cmds']),
  playbook: some({ path: word, return_step: word }, ['path']),
  wait: some({ for: duration }, ['for']),
  noop: some({ result: data }),
  kind_of_my_own: mapping.map(fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => /^[a-z]{4,}_x$/.test(name))),
  ),
};

function task(tasks: readonly string[]): fc.Arbitrary<Fields> {
  return fc
    .tuple(
      fc
        .constantFrom(...Object.keys(ownFields))
        .chain(kind => ownFields[kind]!.map(own => ({ kind, ...own }))),
      some({
        auth: fc.oneof(word, fc.constant({ type: 'bearer', token: '{{ keychain.k.token }}' })),
        input: mapping,
        set,
        retry,
        paginate: some(
          {
            while: condition,
            next: mapping,
            collect: some({
              path: word,
              strategy: fc.constantFrom('append', 'merge', 'extend', 'replace'),
              into: word,
            }),
            max_pages: positive,
            sink,
          },
          ['while'],
        ),
        timeout: duration,
        cache: some({ key: text.filter(each => each !== ''), ttl: duration }, ['key']),
        output: some({
          select: fc.array(fc.constantFrom('$.a.b', '$.total', { path: '$.a.b', as: 'x' }), { maxLength: 2 }),
          store: fc.constant({ kind: 'auto' }),
          inline_max_bytes: positive,
          scope: word,
        }),
        spec: policy(tasks),
        sink,
      }),
    )
    .map(([own, common]) => withCallback({ ...own, ...common }));
}

/** Where a task may wait to be called back, every other one does. */
const withCallback = (single: Fields): Fields =>
  single.cache || ['playbook', 'wait'].includes(String(single.kind)) || single.timeout === undefined
    ? single
    : { ...single, callback: single.auth === undefined ? true : { timeout: single.timeout } };

/** Only the last task of a pipeline can wait for what it has started. */
const waitsLast = (tasks: readonly Fields[]): Fields[] =>
  tasks.map(({ callback, ...each }, index) => {
    if (index === tasks.length - 1) return callback === undefined ? each : { ...each, callback };
    if (each.kind === 'playbook') return { ...each, async: true };
    return each.kind === 'wait' ? { ...each, kind: 'kind_of_my_own' } : each;
  });

export const tool: fc.Arbitrary<Data> = fc.oneof(
  task(['here']).map(single => withoutJumps(single)),
  fc.integer({ min: 1, max: 3 }).chain(length => {
    const names = Array.from({ length }, (_, i) => `task_${i}`);
    return fc.tuple(...names.map(name => task(names).map(each => ({ name, ...each })))).map(waitsLast);
  }),
);

/** An only task has nobody to jump to. */
function withoutJumps(single: Fields): Fields {
  return JSON.stringify(single.spec ?? '').includes('"jump"')
    ? { ...single, spec: { policy: { rules: [] } } }
    : single;
}
