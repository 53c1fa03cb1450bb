import { expect, test } from 'vitest';
import { errorOf, type Fields, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const signal = createTool(SETTINGS);
const now = SETTINGS.now();

const parked = async (config: Fields) => {
  const outcome = await runTool(signal, config);
  return outcome.status === 'parked' ? outcome.waitsFor : outcome;
};

test('parks until the signal is sent, whatever its name is written as', async () => {
  const waitsFor = { kind: 'signal', deadline: undefined, onDeadline: undefined };
  expect(await parked({ signal: 'approved', name: 'other' })).toEqual({ ...waitsFor, name: 'approved' });
  expect(await parked({ name: 'approved' })).toEqual({ ...waitsFor, name: 'approved' });
  expect(await parked({})).toEqual({ ...waitsFor, name: 'fetch' });
});

test('waits until its time is over, and then has its default', async () => {
  expect(await parked({ timeout: '1h', default: { ok: false } })).toMatchObject({
    deadline: now + 3_600_000,
    onDeadline: { kind: 'inline', data: { ok: false } },
  });
  expect(await parked({ timeout: 5 })).toMatchObject({ deadline: now + 5000, onDeadline: undefined });
  expect(await parked({ timeout: 5, default: null })).toMatchObject({ onDeadline: { data: null } });
});

test.each<[Fields, string]>([
  [{ signal: 'a/b' }, '`signal` must be a name'],
  [{ signal: '' }, '`signal` must be a name'],
  [{ signal: ['a'] }, '`signal` must be a text, not a list'],
  [{ timeout: 'never' }, '`timeout` must be a duration'],
  [{ default: 1 }, '`default` is never used without `timeout`'],
  [{ timeout: 1, default: 'x'.repeat(70_000) }, '`default` is larger than 65536 bytes'],
])('refuses %j', async (config, message) => {
  expect(errorOf(await runTool(signal, config)).message).toContain(message);
});
