import { expect, it } from 'vitest';
import { failedItems } from './failed-items.ts';

const failure = (message: string) => ({ kind: 'exception', message, retryable: false });

it('lists failed items by index, whichever failed first, and leaves the record as it was', () => {
  const errors = [9, 1, 3].map(index => ({ index, error: failure(`item ${index}`) }));
  expect(failedItems(errors)).toMatchObject([
    { index: 1, error: { message: 'item 1' } },
    { index: 3, error: { message: 'item 3' } },
    { index: 9, error: { message: 'item 9' } },
  ]);
  expect(errors.map(({ index }) => index)).toEqual([9, 1, 3]);
});
