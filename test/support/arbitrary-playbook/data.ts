import fc from 'fast-check';

/** Plain data that `yaml` can write: what a playbook of the canonical language says. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };
export type Fields = { readonly [key: string]: Data };

/** Texts that readers of YAML are known to stumble over. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  ' lead',
  'trail ',
  'yes',
  'No',
  'null',
  '~',
  'true',
  '007',
  '0o17',
  '0x1F',
  '1e3',
  '1_000',
  '.5',
  '.inf',
  '12:30:45',
  '2026-01-01',
  '- a',
  '-',
  '? a',
  'a: b',
  'a:',
  ':a',
  'a #b',
  '#a',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a`',
  '|',
  '>',
  '"a"',
  "'a'",
  'a\\b',
  '[a]',
  '{a}',
  'a, b',
  '---',
  '...',
  '<<',
  '=',
  'a\tb',
  'a\nb',
  'a\nb\n',
  '\na',
  'a\n\n',
  '  a\nb',
  'a\n  ',
  'a\n\n\n  b\n',
  'line\r\nline',
  '\u00e9\u4e2d\ud83d\ude00',
  '\u2028',
  '\u0085',
  '\u00a0',
  'a\u0007',
  '# not a comment\nx = 1  # neither\n',
  'def f():\n\treturn 1\n\n\nprint(f())',
];

/** Templates are compiled by the loader, so random braces will not do. */
const TEMPLATES: readonly string[] = [
  '{{ workload.a }}',
  'x {{ workload.b | default("q") }} y',
  "{{ 'a' ~ workload.c }}",
  '{% if workload.a %}yes{% endif %}',
  '{{ workload.rows | tojson }}\n',
];

const CONDITIONS: readonly (string | boolean)[] = [
  true,
  false,
  '{{ workload.a }}',
  'workload.a == 1',
  "{{ event.name == 'step.failed' }}",
  '{{ error }}',
  "{{ output.status == 'error' and workload.b }}",
  '{{ output.data.total > 3 }}',
];

const isTextSafe = (text: string) => !/\{[{%#]/.test(text) && !/\p{Surrogate}|\ufffd/u.test(text);
const randomText = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isTextSafe);
export const plainText = fc.oneof(fc.constantFrom(...HOSTILE), randomText);
export const text = fc.oneof(plainText, fc.constantFrom(...TEMPLATES));
export const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
const key = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 1, arbitrary: plainText.filter(each => each !== '<<') },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '200', 'true', 'a b') },
);

export const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => (Object.is(value, -0) ? 0 : value)),
);
const scalar: fc.Arbitrary<Data> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** A mapping with any keys; null prototypes keep `__proto__` an ordinary one. */
const mappingOf = (value: fc.Arbitrary<Data>, maxKeys = 4): fc.Arbitrary<Fields> =>
  fc
    .uniqueArray(fc.tuple(key, value), { maxLength: maxKeys, selector: ([name]) => name })
    .map(entries => Object.assign(Object.create(null), ...entries.map(entry => fromEntry(entry))) as Fields);

function fromEntry([name, value]: readonly [string, Data]): Fields {
  const single: Record<string, Data> = Object.create(null);
  single[name] = value;
  return single;
}

export const data: fc.Arbitrary<Data> = fc.letrec<{ data: Data }>(tie => ({
  data: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('data'), { maxLength: 3 }),
    mappingOf(tie('data'), 3),
  ),
})).data;
export const mapping = mappingOf(data);

export const condition = fc.constantFrom(...CONDITIONS);
export const duration = fc.oneof(
  fc.constantFrom('500ms', '2s', '5m', '2h', '1d', '90s', '1500ms', 30, 0.5, '0s', '{{ workload.t }}'),
  fc.integer({ min: 0, max: 100_000 }).map(ms => `${ms}ms`),
);
export const count = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant('{{ workload.n }}'));
export const positive = fc.integer({ min: 1, max: 1000 });
const setTarget = fc.tuple(fc.constantFrom('ctx', 'step', 'iter'), word).map(parts => parts.join('.'));
export const set = fc.dictionary(setTarget, data, { minKeys: 1, maxKeys: 3 });

/** A mapping of which every field may be missing. */
export const some = (
  fields: Record<string, fc.Arbitrary<Data>>,
  required: readonly string[] = [],
): fc.Arbitrary<Fields> =>
  fc.record(fields, { requiredKeys: [...required] as never[] }) as fc.Arbitrary<Fields>;

/** A rule of a policy: a condition and what follows from it. */
export const rule = (consequence: fc.Arbitrary<Data>): fc.Arbitrary<Fields> =>
  fc.tuple(condition, consequence).map(([when, follows]) =>
    Object.fromEntries([
      ['when', when],
      ['then', follows],
    ]),
  );
