import { expect, it } from 'vitest';
import { durationHuman } from './duration-human.ts';

it.each([
  [0, '0s'],
  [0.9, '0s'],
  [4, '4s'],
  [60, '1m'],
  [3604, '1h 4s'],
  [93_784, '1d 2h 3m 4s'],
  [-5, '0s'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationHuman(seconds)).toBe(text);
});
