import { expect, it } from 'vitest';
import { withoutCalled } from './without-called.ts';

const execution = (executionId: string, parentExecutionId?: string) => ({ executionId, parentExecutionId });

it('leaves out what others of the list have called, in whatever order their ids are', () => {
  const listed = [execution('10', '30'), execution('20', '10'), execution('30')];
  expect(withoutCalled(listed).map(({ executionId }) => executionId)).toEqual(['30']);
});

it('keeps one whose caller is not in the list', () => {
  expect(withoutCalled([execution('10', '30')])).toHaveLength(1);
});
