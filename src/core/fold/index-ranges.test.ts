import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addIndex, hasIndex, type IndexRange } from './index-ranges.ts';

const rangesOf = (...indexes: number[]): IndexRange[] => {
  const ranges: IndexRange[] = [];
  for (const index of indexes) addIndex(ranges, index);
  return ranges;
};

describe('indexes as ranges', () => {
  it('grow together where they touch', () => {
    expect(rangesOf(5, 3)).toEqual([
      [3, 4],
      [5, 6],
    ]);
    expect(rangesOf(5, 3, 4)).toEqual([[3, 6]]);
    expect(rangesOf(5, 6, 4)).toEqual([[4, 7]]);
  });

  it('are the same whatever order they are added in, and how often', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40)), indexes => {
        const ranges = rangesOf(...indexes);
        const known = new Set(indexes);
        for (let index = -1; index <= 42; index++) expect(hasIndex(ranges, index)).toBe(known.has(index));
        expect(ranges).toEqual(rangesOf(...[...known].sort((a, b) => a - b)));
        for (let i = 1; i < ranges.length; i++)
          expect(ranges[i]?.[0]).toBeGreaterThan(ranges[i - 1]?.[1] ?? 0);
      }),
    );
  });
});
