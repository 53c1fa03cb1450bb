import { describe, expect, it } from 'vitest';
import { diffValues } from './value-diff.ts';

describe('the differences of two values', () => {
  it('are none where they are equal, however they are built', () => {
    expect(diffValues({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
    expect(diffValues(10n ** 20n, 10n ** 20n)).toEqual([]);
  });

  it('are told as deep down as both have something to compare', () => {
    expect(diffValues({ a: { b: 1, c: [1, 2] } }, { a: { b: 2, c: [1] } })).toEqual([
      { path: ['a', 'b'], before: 1, after: 2 },
      { path: ['a', 'c', 1], before: 2, after: undefined },
    ]);
  });

  it('are of the whole where one is a list and the other a mapping', () => {
    expect(diffValues({ a: [] }, { a: {} })).toEqual([{ path: ['a'], before: [], after: {} }]);
  });

  it('take keys of every name for ordinary ones', () => {
    const hostile = JSON.parse('{ "__proto__": 1, "constructor": 2 }');
    expect(diffValues({}, hostile).map(({ path }) => path)).toEqual([['__proto__'], ['constructor']]);
  });
});
