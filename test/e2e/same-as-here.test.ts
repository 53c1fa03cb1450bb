import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedDirectory } from '../support/served-directory.ts';

const SHOP = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: shop, path: demo/shop }
workload: { limit: 10, orders: [4, 8, 15] }
workflow:
  - step: start
    loop: { in: "{{ workload.orders }}", iterator: order }
    tool: { kind: noop, input: { total: "{{ order * 2 }}" } }
    next:
      spec: { mode: exclusive }
      arcs:
        - { step: large, when: "{{ workload.limit > 9 }}" }
        - { step: small }
  - { step: large, tool: { kind: noop, input: { size: L } }, set: { ctx.size: L } }
  - { step: small, tool: { kind: noop, input: { size: S } } }
`;

let served: ServedDirectory;
let shop: string;
let changed: string;
let ids: readonly string[];

beforeAll(async () => {
  served = await ServedDirectory.open();
  const folder = await mkdtemp(join(tmpdir(), 'noetl-shop-'));
  shop = join(folder, 'shop.yaml');
  changed = join(folder, 'changed.yaml');
  await writeFile(shop, SHOP);
  await writeFile(changed, SHOP.replace('workload.limit > 9', 'workload.limit > 99'));
  expect((await served.remote('run', shop)).code).toBe(0);
  expect((await served.remote('run', shop, '--set', 'limit=5')).code).toBe(0);
  ids = JSON.parse((await served.here('executions', '-o', 'json')).out).map(
    ({ execution_id }: { execution_id: string }) => execution_id,
  );
});
afterAll(() => served.close());

/** In a data directory and at its server. */
async function both(...args: readonly string[]) {
  const [here, remote] = [await served.here(...args), await served.remote(...args)];
  expect(remote).toEqual(here);
  return here;
}

describe('a command shows of a server what it shows of its data directory', () => {
  it.each([
    ['executions'],
    ['explain', 'last'],
    ['logs', 'last'],
    ['events', 'last'],
    ['vars', 'last~1'],
    ['state', 'last'],
    ['state', 'last', '--at', 'start'],
    ['state', 'last', '--at', '3', '-o', 'json'],
    ['state', 'last', '--full', '-o', 'yaml'],
    ['diff', 'last', 'start', 'end'],
    ['diff', 'last', '2', '4', '-o', 'json'],
    ['diff', 'last~1', 'last'],
    ['queue'],
    ['queue', '--execution', 'last', '--limit', '2'],
    ['queue', '--status', 'done', '-o', 'json'],
    ['queue', '--status', 'leased'],
    ['graph', 'last'],
    ['graph', 'last', '--format', 'mermaid'],
    ['query', 'SELECT execution_id, path, status FROM execution'],
    ['db', 'validate', '-o', 'json'],
  ])('%s %s %s %s', async (...args) => {
    const { code, out, err } = await both(...args);
    expect({ args, code, said: out + err }).toMatchObject({ code: 0, said: expect.stringMatching(/\S/) });
  });

  it('replay tells which executions a changed playbook would have led elsewhere', async () => {
    expect(await both('replay', shop)).toMatchObject({ code: 0, out: expect.stringContaining('2 the same') });
    const { code, out } = await both('replay', changed, '--against', 'last~1');
    expect(code).toBe(1);
    expect(out).toMatch(/differs {2}start {2}was: → large\n.*now: → small/);
  });

  it('says what cannot be found there with the same exit code', async () => {
    for (const args of [
      ['state', '9999'],
      ['diff', '9999', 'last'],
      ['graph', '99999'],
    ]) {
      expect((await both(...args)).code).toBe(2);
    }
    expect((await served.remote('state', 'last', '--at', 'never')).code).toBe(2);
    expect(ids).toHaveLength(2);
  });
});
