import { expect, test } from 'vitest';
import { errorOf, type Fields, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import { createTool } from './index.ts';

const wait = createTool(SETTINGS);
const now = SETTINGS.now();

test.each<[Fields, number]>([
  [{ for: '10m' }, now + 600_000],
  [{ for: 1.5 }, now + 1500],
  [{ until: '2026-02-01T12:00:00Z' }, Date.parse('2026-02-01T12:00:00Z')],
  [{ until: '2026-02-01 12:00' }, Date.parse('2026-02-01T12:00:00Z')],
  [{ until: '2026-02-01T12:00:00.5+0130' }, Date.parse('2026-02-01T10:30:00.500Z')],
  [{ until: '2026-02-01' }, Date.parse('2026-02-01T00:00:00Z')],
  [{ until: 1_800_000_000 }, 1_800_000_000_000],
  [{ until: 1_800_000_000_000 }, 1_800_000_000_000],
])('%j parks the command', async (config, until) => {
  expect(await runTool(wait, config)).toEqual({ status: 'parked', waitsFor: { kind: 'time', until } });
});

test('a time that has passed needs no wait', async () => {
  const outcome = await runTool(wait, { until: '2020-01-01T00:00:00Z' });
  expect(outcome).toMatchObject({ status: 'ok', data: { until: '2020-01-01T00:00:00.000Z' } });
  expect(await runTool(wait, { for: 0 })).toMatchObject({ status: 'ok' });
});

test.each<[Fields, string]>([
  [{}, '`for` is missing'],
  [{ for: '1m', until: '2026-02-01' }, 'write `for` or `until`, not both'],
  [{ for: 'soon' }, '`for` must be a duration'],
  [{ for: -1 }, '`for` must be a duration'],
  [{ for: [1] }, '`for` must be a duration'],
  [{ for: '99999999999999d' }, 'later than any date'],
  [{ until: 'tomorrow' }, '`until` must be a time'],
  [{ until: '2026-13-01' }, '`until` must be a time'],
])('refuses %j', async (config, message) => {
  const error = errorOf(await runTool(wait, config));
  expect(error.kind).toBe('validation');
  expect(error.message).toContain(message);
});
