import { expect, test } from 'vitest';
import { errorOf, type Fields, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { createTool } from './index.ts';

const assertion = createTool(SETTINGS);

test.each<[PlainValue]>([[true], ['yes'], [1], [[1]], [[true, 'true', { a: 1 }]]])('%j holds', async that => {
  expect(await runTool(assertion, { that })).toMatchObject({ status: 'ok', data: { ok: true } });
});

test.each<[PlainValue]>([[false], ['False'], [0], [''], [null], [[null]], [[true, 'no']], [[{}]]])(
  '%j does not hold',
  async that => {
    expect(errorOf(await runTool(assertion, { that }))).toMatchObject({
      kind: 'assertion',
      code: 'assertion_failed',
      retryable: false,
    });
  },
);

test('names the conditions that do not hold', async () => {
  const message = async (config: Fields) => errorOf(await runTool(assertion, config)).message;
  expect(await message({ that: false })).toBe('assertion failed: the condition does not hold');
  expect(await message({ that: [false, true, 0], message: 'bad rows' })).toBe(
    'bad rows (condition 1 of 3, condition 3 of 3 do not hold)',
  );
  const that = [{ condition: 'count > 0', value: false }];
  expect(await message({ that })).toBe('assertion failed: `count > 0` does not hold');
});

test('an assertion without a condition is a mistake', async () => {
  expect(errorOf(await runTool(assertion, {})).message).toContain('`that` is missing');
  expect(errorOf(await runTool(assertion, { that: [] })).message).toContain('`that` is missing');
});

test('a text that is no answer is refused: it may be a condition nobody has evaluated', async () => {
  expect(errorOf(await runTool(assertion, { that: [true, 'count > 0'] }))).toMatchObject({
    kind: 'validation',
    message: '`that[1]` is a text and not true or false; write the condition as `{{ … }}`',
  });
  const that = [{ condition: 'name', value: 'Ann' }];
  expect(await runTool(assertion, { that })).toMatchObject({ status: 'ok' });
});
