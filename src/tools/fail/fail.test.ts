import { expect, test } from 'vitest';
import { runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const fail = createTool(SETTINGS);

test('fails with the message, code and flag it was given', async () => {
  const config = { message: 'no orders for shop 7', code: 'no_orders', retryable: 'yes' };
  expect(await runTool(fail, config)).toEqual({
    status: 'error',
    error: { kind: 'fail', message: 'no orders for shop 7', code: 'no_orders', retryable: true },
  });
});

test('fails without a word of its own', async () => {
  expect(await runTool(fail, { message: null })).toEqual({
    status: 'error',
    error: { kind: 'fail', message: 'step fetch fails by its own rule', retryable: false },
  });
});
