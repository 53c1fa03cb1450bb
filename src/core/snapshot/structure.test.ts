import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainValue } from '../../../test/conformance/hostile.ts';
import { mappingOf } from '../../common/plain-value.ts';
import { fromPlain, toPlain } from './structure.ts';

const again = (value: unknown): unknown => fromPlain(toPlain(value));

/** Anything a state may hold: collections of data, collections in collections, fields without a value. */
const structure = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(undefined),
    plainValue,
    fc.array(fc.tuple(fc.oneof(fc.string(), fc.nat()), tie('value')), { maxLength: 4 }).map(e => new Map(e)),
    fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 4 }).map(items => new Set(items)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(
        fc.tuple(fc.constantFrom('a', '$map', '$set', '$undefined', '$plain', '__proto__'), tie('value')),
        {
          maxLength: 3,
        },
      )
      .map(entries => {
        const mapping: Record<string, unknown> = Object.create(null);
        for (const [key, value] of entries) mapping[key] = value;
        return mapping;
      }),
  ),
})).value;

describe('a structure as data', () => {
  it('comes back as it was, whatever it is made of', () => {
    fc.assert(
      // Not by `toStrictEqual`, which asks values for their `constructor`: a mapping may have a key of that name.
      fc.property(structure, value => isDeepStrictEqual(again(value), value)),
    );
  });

  it('keeps fields that are undefined, which is not the same as having none', () => {
    expect(Object.keys(again({ a: undefined }) as object)).toEqual(['a']);
  });

  it('keeps the order of maps and sets', () => {
    expect([
      ...(again(
        new Map([
          ['b', 1],
          ['a', 2],
        ]),
      ) as Map<string, number>),
    ]).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    expect([...(again(new Set([3, 1, 2])) as Set<number>)]).toEqual([3, 1, 2]);
  });

  it('does not confuse data that looks like a tag', () => {
    for (const key of ['$map', '$set', '$undefined', '$plain']) {
      expect(again(mappingOf([[key, [[1, 2]]]]))).toEqual({ [key]: [[1, 2]] });
    }
  });

  it('gives mappings without prototypes, so that __proto__ is a key', () => {
    const found = again(mappingOf([['__proto__', 'x']])) as Record<string, unknown>;
    expect(Object.getPrototypeOf(found)).toBeNull();
    expect(Object.entries(found)).toEqual([['__proto__', 'x']]);
  });

  it('refuses what no state holds', () => {
    expect(() => toPlain({ f: () => 1 })).toThrow('a function is no part of a state');
  });

  it('refuses data that it did not write', () => {
    for (const damaged of [{ $map: 1 }, { $set: { a: 1 } }, { $plain: [] }])
      expect(() => fromPlain(damaged)).toThrow(TypeError);
  });
});
