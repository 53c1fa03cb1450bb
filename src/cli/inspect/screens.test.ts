import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordedShop, SHOP } from '../../../test/support/recorded-shop.ts';

const golden = (name: string) =>
  fileURLToPath(new URL(`../../../test/golden/inspect/${name}.txt`, import.meta.url));

/** Oldest first: completed, failed, waiting for an approval. */
let shop: RecordedShop;
const ids: string[] = [];

beforeAll(async () => {
  shop = await RecordedShop.open();
  ids.push(await shop.sell());
  ids.push(await shop.sell({ items: ['apple', 'worm', 'plum'] }));
  ids.push(await shop.engine.start(SHOP, { total: 500 }));
  await shop.parked(ids[2]!);
});
afterAll(() => shop.close());

const SCREENS: readonly (readonly [name: string, ...command: string[]])[] = [
  ['executions', 'executions'],
  ['executions-page', 'executions', '--limit', '1', '--status', 'completed'],
  ['status-completed', 'status', 'last~2'],
  ['status-failed', 'status', 'last~1'],
  ['status-waiting', 'status', 'last'],
  ['status-json', 'status', 'last~1', '-o', 'json'],
  ['explain-waiting', 'explain', 'last'],
  ['events', 'events', 'last~2'],
  ['events-legacy', 'events', 'last~1', '--names', 'legacy'],
  ['events-of-step', 'events', 'last~1', '--step', 'small', '--type', 'iteration_*'],
  ['logs', 'logs', 'last~1'],
  ['logs-json', 'logs', 'last~1', '--step', 'small', '--iteration', '1', '-o', 'json'],
  ['state-at-version', 'state', 'last~2', '--at', '3'],
  ['state-end-yaml', 'state', 'last', '-o', 'yaml'],
  ['diff-moments', 'diff', 'last~2', '1', '2'],
  ['diff-executions', 'diff', 'last~2', 'last~1'],
  ['graph-failed', 'graph', 'last~1'],
  ['graph-failed-mermaid', 'graph', 'last~1', '--format', 'mermaid'],
];

describe('the screens', () => {
  it.each(SCREENS)('show what they were approved with: %s', async (name, ...command) => {
    const { code, out, err } = await shop.noetl(...command);
    expect(code).toBe(0);
    await expect(`${out}${err === '' ? '' : `--- standard error\n${err}`}`).toMatchFileSnapshot(golden(name));
  });
});
