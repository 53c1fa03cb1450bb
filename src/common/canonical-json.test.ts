import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('sorts keys, leaves out undefined, and keeps lists in order', () => {
  expect(canonicalJson({ b: [2, 1], a: undefined, c: { z: null, y: 'x' } })).toBe(
    '{"b":[2,1],"c":{"y":"x","z":null}}',
  );
});

it('writes numbers that JSON cannot, so that different data gives different text', () => {
  const texts = [9007199254740993n, '9007199254740993', Number.NaN, null, Infinity].map(canonicalJson);
  expect(texts).toEqual(['9007199254740993', '"9007199254740993"', 'NaN', 'null', 'Infinity']);
});

it('does not depend on the order of keys, and says what JSON says', () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, part]) => [key, reversed(part)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
