import { expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

it('reads every unit, fractions, and numbers as seconds', () => {
  const written = ['500ms', '2s', '5m', '2h', '1d', '1.5s', '.5s', '30', ' 3 s ', 0, 0.25];
  expect(written.map(parseDuration)).toEqual([
    500, 2000, 300_000, 7_200_000, 86_400_000, 1500, 500, 30_000, 3000, 0, 250,
  ]);
});

it('refuses what is no duration', () => {
  for (const written of ['', 'soon', '5 minutes', '-1s', '1h30m', 's', -1, Number.NaN, Infinity]) {
    expect(parseDuration(written)).toBeUndefined();
  }
});
