import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainValue } from '../../test/conformance/hostile.ts';
import { fromStoredJson, toStoredJson } from './stored-json.ts';

describe('stored JSON', () => {
  it('is ordinary JSON for ordinary data', () => {
    const value = { a: [1, 1.5, 'x', null, true], b: { $ref: 1 } };
    expect(toStoredJson(value)).toBe(JSON.stringify(value));
  });

  it('tags what JSON cannot say', () => {
    expect(toStoredJson([2n ** 64n, -0, Number.NaN])).toBe(
      '[{"$bigint":"18446744073709551616"},{"$number":"-0"},{"$number":"NaN"}]',
    );
  });

  it('does not confuse data that looks like a tag', () => {
    for (const value of [{ $bigint: '1' }, { $mapping: { $number: 'NaN' } }, { $number: 1, more: 2 }]) {
      expect(fromStoredJson(toStoredJson(value))).toEqual(value);
    }
  });

  it('leaves out what is undefined, also beside a tag', () => {
    expect(toStoredJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(fromStoredJson(toStoredJson({ $bigint: '1', a: undefined }))).toEqual({ $bigint: '1' });
  });

  it('refuses what is no data', () => {
    for (const value of [() => 1, Symbol('s')]) {
      expect(() => toStoredJson({ value })).toThrow(/is not data/);
    }
  });

  it('gives back what it was given, from a text without raw NUL or half characters', () => {
    fc.assert(
      fc.property(plainValue, value => {
        const text = toStoredJson(value);
        expect(fromStoredJson(text)).toEqual(value);
        expect(text).not.toMatch(/\0|\p{Surrogate}/u);
      }),
      { numRuns: 1_000 },
    );
  });
});
