import { expect, test } from 'vitest';
import { runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const noop = createTool(SETTINGS);

test('answers with its result, even if that is nothing', async () => {
  expect(await runTool(noop, { result: { a: 1 }, message: 'hi' })).toEqual({ status: 'ok', data: { a: 1 } });
  expect(await runTool(noop, { result: null })).toEqual({ status: 'ok', data: null });
  expect(await runTool(noop, { data: [1, 2] })).toEqual({ status: 'ok', data: [1, 2] });
});

test('answers a message as older engines did', async () => {
  const { data } = (await runTool(noop, { message: 'hi' })) as { data: object };
  expect({ ...data }).toEqual({ status: 'ok', message: 'hi' });
});

test('hands its input on, and is silent without one', async () => {
  expect(await runTool(noop, {}, { input: { x: 1 } })).toEqual({ status: 'ok', data: { x: 1 } });
  expect(await runTool(noop, {})).toEqual({ status: 'ok', data: null });
});
