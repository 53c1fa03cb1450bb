import { describe, expect, it } from 'vitest';
import { readTtl } from './read-ttl.ts';

const DAY = 86_400_000;

describe('the time for which something is kept', () => {
  it.each([
    ['30m', 30 * 60_000],
    ['2h', 2 * 3_600_000],
    ['1d', DAY],
    ['2w', 14 * DAY],
    ['1y', 365 * DAY],
    [90, 90_000],
    ['90', 90_000],
  ])('%s ends so much later', (ttl, later) => {
    expect(readTtl(ttl, 1_000)).toBe(1_000 + later);
  });

  it('may be for ever', () => {
    expect(readTtl('forever', 0)).toBeUndefined();
    expect(readTtl(undefined, 0)).toBeUndefined();
  });

  it.each(['', 'soon', '-1d', '0s', 0, -5, '1 month', '999999999y', Number.NaN])('is refused: %s', ttl => {
    expect(() => readTtl(ttl, 0)).toThrow('ttl must be a time such as 30m');
  });
});
