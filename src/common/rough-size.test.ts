import { describe, expect, it } from 'vitest';
import { roughSize } from './rough-size.ts';

describe('the rough size of a value', () => {
  it.each([
    [{ type: 'step.enter', step: 'fetch', run: 1, at: 1_700_000_000_000 }],
    [{ list: Array.from({ length: 100 }, (_, i) => ({ id: i, name: `item ${i}`, ok: true })) }],
    ['x'.repeat(10_000)],
    [[]],
  ])('is near that of its JSON', value => {
    const exact = JSON.stringify(value).length;
    expect(roughSize(value)).toBeGreaterThan(exact * 0.6);
    expect(roughSize(value)).toBeLessThan(exact * 1.6 + 8);
  });
});
