import { describe, expect, it } from 'vitest';
import type { PlainValue } from '../../common/plain-value.ts';
import { match } from './match.ts';

const paths = (expected: PlainValue, actual: PlainValue | undefined) =>
  match(expected, actual, 'result').map(({ path }) => path);

describe('comparing data with what is expected of it', () => {
  it('lets a mapping have more than is expected, at any depth', () => {
    expect(paths({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toEqual([]);
    expect(paths({}, { a: 1 })).toEqual([]);
    expect(paths({ a: { b: 1 } }, { a: {} })).toEqual(['result.a.b']);
  });

  it('lets a list have neither more nor fewer items', () => {
    expect(paths([1, { a: 1 }], [1, { a: 1, b: 2 }])).toEqual([]);
    expect(paths([1], [1, 2])).toEqual(['result']);
    expect(paths([], [1])).toEqual(['result']);
    expect(paths([1, 2, 3], [1, 0, 3])).toEqual(['result[1]']);
  });

  it('tells kinds of data apart', () => {
    expect(paths(1, '1')).toEqual(['result']);
    expect(paths({}, [])).toEqual(['result']);
    expect(paths([], {})).toEqual(['result']);
    expect(paths(0, null)).toEqual(['result']);
    expect(paths(false, 0)).toEqual(['result']);
    expect(paths({ a: 1 }, undefined)).toEqual(['result']);
  });

  it('takes null for what is not there, and numbers for numbers', () => {
    expect(paths({ a: null }, {})).toEqual([]);
    expect(paths(null, undefined)).toEqual([]);
    expect(paths(1, 1n)).toEqual([]);
    expect(paths(9007199254740993n, 9007199254740992n)).toEqual(['result']);
  });

  it('looks at own fields only', () => {
    expect(paths({ constructor: 1 }, {})).toEqual(['result.constructor']);
  });

  it('stops where nobody would read on', () => {
    const many = Array.from({ length: 1000 }, (_, i) => i);
    expect(paths(many, many.map(String))).toHaveLength(20);
  });
});
