import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson, writeExactJson } from './exact-json.ts';
import type { PlainValue } from './plain-value.ts';

const LONG = '12345678901234567890';

/** As `JSON.parse` would have it: with prototypes, and rounded. */
const shown = (value: PlainValue): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shown(item)]));
};

test('integers beyond 2^53 are exact, others are numbers', () => {
  expect(parseExactJson(LONG)).toBe(12345678901234567890n);
  expect(parseExactJson(`-${LONG}`)).toBe(-12345678901234567890n);
  expect(parseExactJson('9007199254740991')).toBe(9007199254740991);
  expect(parseExactJson('9007199254740993')).toBe(9007199254740993n);
  expect(parseExactJson(`[${LONG}, 1, 1.5, 1e3, 12345678901234567890.5]`)).toEqual([
    12345678901234567890n,
    1,
    1.5,
    1000,
    12345678901234567000,
  ]);
});

test('keys that mean something in JavaScript are ordinary keys', () => {
  for (const id of ['1', LONG]) {
    const value = parseExactJson(`{"__proto__": {"a": ${id}}, "constructor": 2}`) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  }
});

test('reads by hand what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
      // The long integer makes the slow way necessary.
      const text = JSON.stringify([value, LONG, 0], null, indent);
      expect(shown(parseExactJson(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('writes what it reads', () => {
  const text = `{"b":[${LONG},{"a":null,"t":"\\"\\\\"}],"a":-0.5}`;
  expect(writeExactJson(parseExactJson(text))).toBe(text);
  expect(writeExactJson({ b: 1, a: '2' })).toBe('{"b":1,"a":"2"}');
});

test('refuses what is no JSON, what is too deep and what takes too long', () => {
  for (const text of ['', '{', '[1,]', `{"a":${LONG}`, '\u00a01', "{'a':1}"]) {
    expect(() => parseExactJson(text), text).toThrow(SyntaxError);
  }
  for (const inner of ['', LONG]) {
    const deep = '['.repeat(100_000) + inner + ']'.repeat(100_000);
    expect(() => parseExactJson(deep)).toThrow('nested deeper than 200 levels');
  }
  expect(() => parseExactJson('9'.repeat(5000))).toThrow('an integer of 5000 digits');
});
