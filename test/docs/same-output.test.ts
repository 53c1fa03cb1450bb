import { expect, it } from 'vitest';
import { isSameOutput } from './same-output.ts';

it('ids, times, durations and the width of columns may differ', () => {
  const shown = 'completed in 12 ms  execution 380518786404454400\nSTEP   RUN\n';
  expect(isSameOutput(shown, 'completed in 1.2 s  execution 111111111111111111\nSTEP  RUN\n')).toBe(true);
  expect(isSameOutput('2026-01-01T00:00:00Z\n', '2027-11-16 02:03:04Z\n')).toBe(true);
});

it('nothing else may', () => {
  expect(isSameOutput('completed in 12 ms\n', 'failed in 12 ms\n')).toBe(false);
  expect(isSameOutput('a\n', 'a\nb\n')).toBe(false);
  expect(isSameOutput('a.c\n', 'abc\n')).toBe(false);
});

it('a line of three dots stands for lines that are not shown', () => {
  expect(isSameOutput('a\n…\nd\n', 'a\nb\nc\nd\n')).toBe(true);
  expect(isSameOutput('a\n…\n', 'a\nb\n')).toBe(true);
  expect(isSameOutput('a\n…\nd\n', 'a\nb\n')).toBe(false);
});
