import { expect, it } from 'vitest';
import { commandIdOf, parseCommandId } from './command.ts';

it('a command id names execution, step, the entering of the run and the iteration', () => {
  expect(commandIdOf('12', 'a', '34')).toBe('12:a:34');
  expect(commandIdOf('12', 'a', '34', 0)).toBe('12:a:34:i0');
  const named = { executionId: '12', step: 'fetch all', enterId: '34' };
  expect(parseCommandId('12:fetch all:34')).toEqual({ ...named, iteration: undefined });
  expect(parseCommandId('12:fetch all:34:i105')).toEqual({ ...named, iteration: 105 });
});

it('anything else is no command id', () => {
  for (const id of [
    '',
    '12',
    '12:a',
    '12:a:',
    ':a:34',
    '12:a:34:5',
    '12:a:34:i',
    '12:a:34:ix',
    '9:12:a:34:i1',
  ])
    expect(parseCommandId(id), id).toBeUndefined();
});
