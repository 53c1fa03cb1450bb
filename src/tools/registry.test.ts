import { expect, test, vi } from 'vitest';
import { callOf, errorOf, notedIo, runTool, SETTINGS } from '../../test/support/run-tool.ts';
import type { Tool } from '../ports/tool.ts';
import { createToolRegistry } from './registry.ts';

const failureOf = async (kind: string) => {
  const tool = await createToolRegistry(SETTINGS).find(kind);
  return errorOf(await tool!.run(callOf(kind, {}), notedIo().io));
};

test('every listed tool loads and says how long it may take', async () => {
  const registry = createToolRegistry(SETTINGS);
  for (const kind of registry.kinds()) {
    const tool = await registry.find(kind);
    expect(tool?.defaultTimeout, kind).toBeGreaterThan(0);
  }
  await registry.close();
});

test('a kind has one tool, however often it is asked for', async () => {
  const registry = createToolRegistry(SETTINGS);
  expect(await registry.find('noop')).toBe(await registry.find('noop'));
});

test('another name of a kind is the same tool', async () => {
  const registry = createToolRegistry(SETTINGS);
  expect(await registry.find('js')).toBe(await registry.find('javascript'));
  await registry.close();
});

test('a kind that is known and not supported fails with what to use instead', async () => {
  expect(await failureOf('rhai')).toMatchObject({
    kind: 'unsupported',
    code: 'tool_unsupported',
    retryable: false,
    message: '`kind: rhai` is known, but not supported; use `kind: javascript`',
  });
});

test('a kind nobody knows fails with the nearest one', async () => {
  expect((await failureOf('pyhton')).message).toBe('no tool is of kind `pyhton`; did you mean `python`?');
  expect((await failureOf('bash')).message).toBe('no tool is of kind `bash`; write `kind: shell`');
  expect((await failureOf('zzzzzz')).message).toContain('`noetl help tools`');
  expect((await failureOf('constructor')).code).toBe('tool_unknown');
  expect((await failureOf('x'.repeat(10_000))).message.length).toBeLessThan(1000);
});

test('a tool that was given comes before the listed one, and is closed with the others', async () => {
  const close = vi.fn(async () => {});
  const given: Tool = { defaultTimeout: 1, close, run: async () => ({ status: 'ok', data: 'given' }) };
  const registry = createToolRegistry(SETTINGS, { noop: given, playbook: given });
  expect(await runTool((await registry.find('noop'))!, {})).toMatchObject({ data: 'given' });
  expect(registry.kinds()).toContain('playbook');
  await registry.close();
  expect(close).toHaveBeenCalled();
});
