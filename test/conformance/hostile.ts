import fc from 'fast-check';
import type { PlainValue } from '../../src/common/plain-value.ts';

/** Texts that storage likes to spoil. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  '\0',
  'before\0after',
  '\ud800',
  'a\udc00b',
  '👩‍👩‍👧 ünïcödé',
  "'; DROP TABLE turn; --",
  '\\u0000 \\ud800',
  '\u2028\u2029',
  '\r\n\t',
  '%s ?1 :a @b $c',
  'x'.repeat(10_000),
];

export const HOSTILE_KEYS: readonly string[] = [
  ...HOSTILE_TEXTS,
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  '$bigint',
  '$number',
  '$mapping',
];

/** Any data a playbook can make, with the odd things more often than chance would have them. */
export const plainValue: fc.Arbitrary<PlainValue> = fc.letrec<{ value: PlainValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, Number.MIN_VALUE),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) }),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...HOSTILE_KEYS), fc.string()), tie('value')), {
        maxLength: 4,
      })
      .map(entries => {
        const mapping: Record<string, PlainValue> = Object.create(null);
        for (const [key, value] of entries) mapping[key] = value;
        return mapping;
      }),
  ),
})).value;
