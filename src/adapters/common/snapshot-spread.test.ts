import { describe, expect, it } from 'vitest';
import { strideOf } from './snapshot-spread.ts';

/** The numbers that are left after `count` snapshots, each thinning out those before it. */
function leftAfter(count: number): number[] {
  let left: number[] = [];
  for (let newest = 1; newest <= count; newest++)
    left = [...left.filter(n => n % strideOf(newest) === 0), newest];
  return left;
}

describe('thinning out snapshots', () => {
  it('keeps all of them while there are few', () => {
    expect(leftAfter(64)).toHaveLength(64);
  });

  it.each([65, 200, 1_000, 5_000])('keeps a bounded number of %i, evenly spread', count => {
    const left = leftAfter(count);
    expect(left.length).toBeLessThanOrEqual(65);
    expect(left.at(-1)).toBe(count);
    const gaps = left.map((n, index) => n - (left[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(count / 32));
  });
});
