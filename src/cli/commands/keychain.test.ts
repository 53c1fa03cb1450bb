import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { RemoteCli } from '../../../test/support/remote-cli.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import type { Stores } from '../../adapters/common/stores.ts';
import { mappingOf } from '../../common/plain-value.ts';
import { openLocal } from '../../compose/local.ts';
import { leaveSeat, takeSeat } from '../../compose/seat.ts';
import { load } from '../../playbook/load.ts';
import { runCli } from '../run-cli.ts';

const TEXT = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: orders, path: shop/orders }
keychain: [{ name: api, kind: bearer, token: written }]
workflow: [{ step: a, tool: { kind: noop } }]
`;
const { hash } = load(TEXT).playbook!;

const keep = (stores: Pick<Stores, 'keychain'>, executionId?: string) =>
  stores.keychain.put(
    {
      ...{ playbook: hash, name: 'api', executionId, asked: executionId ?? 'x', kind: 'oauth2' },
      ...{ scope: executionId === undefined ? 'global' : 'local', holds: 'token' },
      fields: mappingOf([
        ['access_token', 'very-secret-token'],
        ['token_type', 'Bearer'],
      ]),
      ...{ expiresAt: Date.now() + 3_600_000, autoRenew: false, renewConfig: undefined },
    },
    Date.now(),
  );

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-keychain-'));
  writeFileSync(join(folder, 'orders.yaml'), TEXT);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = () => join(folder, 'data');
const file = () => join(folder, 'orders.yaml');

async function noetl(...args: readonly string[]) {
  const console = capturedConsole();
  const code = await runCli([...args, '--data-dir', dataDir()], { ...testCli(console), env: {} });
  return { code, ...console.written };
}

async function withStores(work: (stores: Stores) => Promise<unknown>) {
  const local = await openLocal({ dataDir: dataDir(), baseDir: folder, env: {}, onTrouble: () => {} });
  await work(local.stores);
  await local.close();
}

describe('noetl keychain on a data directory', () => {
  it('lists and shows secrets of a file, or of its path in the catalog, without values', async () => {
    await withStores(stores => keep(stores));
    await noetl('register', file());
    for (const playbook of [file(), 'shop/orders', 'shop/orders@1']) {
      const { code, out } = await noetl('keychain', 'list', playbook);
      expect(code).toBe(0);
      expect(out).toMatch(
        /NAME +KIND +SCOPE +EXPIRES +READ +SOURCE\napi +oauth2 +global +in 59 min .* never +resolved/,
      );
    }
    const shown = await noetl('keychain', 'show', 'shop/orders', 'api');
    expect(shown.out).toMatch(/data\.access_token +\*\*\*\ndata\.token_type +Bearer\n/);
    const { out } = await noetl('keychain', 'show', 'shop/orders', 'api', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject({ status: 'found', data: { access_token: '***' } });
    expect(shown.out + out).not.toContain('very-secret');
  });

  it('drops a secret, also while another process holds the directory', async () => {
    const place = { dataDir: dataDir(), baseDir: folder, env: {}, onTrouble: () => {} };
    const seat = await takeSeat(place);
    if (seat.kind !== 'holder') throw new Error('somebody else has the directory');
    await seat.listener;
    await keep(seat.local.stores);
    await keep(seat.local.stores, '7');
    const local = await noetl('keychain', 'delete', file(), 'api', '--scope', 'local', '--execution', '7');
    expect(local).toMatchObject({
      code: 0,
      err: "deleted 'api'; it is resolved anew when a task needs it\n",
    });
    expect(await seat.local.stores.keychain.list()).toMatchObject([{ scope: 'global' }]);
    await leaveSeat(seat);
    expect((await noetl('keychain', 'delete', file(), 'api')).code).toBe(0);
    const again = await noetl('keychain', 'delete', file(), 'api');
    expect(again).toMatchObject({
      code: 2,
      err: "error: no secret 'api' of this playbook is kept there; none is\n",
    });
  });

  it('says what is missing', async () => {
    await withStores(async () => {});
    expect(await noetl('keychain', 'list', file())).toMatchObject({
      code: 0,
      out: '',
      err: 'no secret of it is kept: they are resolved when a task needs them\n',
    });
    const { code, err } = await noetl('keychain', 'list', 'shop/none');
    expect({ code, err }).toEqual({
      code: 2,
      err: "error: 'shop/none' is neither a file nor in the catalog; `noetl catalog list` shows what there is\n",
    });
  });
});

describe('noetl keychain on a server', () => {
  let remote: RemoteCli;
  beforeAll(async () => {
    remote = await RemoteCli.open();
  });
  afterAll(() => remote.close());

  it('lists, shows and drops', async () => {
    await remote.run('register', file());
    await keep(remote.server.test.stores);
    expect((await remote.run('keychain', 'list', 'shop/orders')).out).toContain('api');
    const { out } = await remote.run('keychain', 'show', file(), 'api', '-o', 'yaml');
    expect(out).toContain('access_token: "***"');
    expect((await remote.run('keychain', 'delete', 'shop/orders', 'api')).code).toBe(0);
    expect((await remote.run('keychain', 'delete', 'shop/orders', 'api')).code).toBe(2);
    expect((await remote.run('keychain', 'list', 'shop/none')).code).toBe(2);
  });

  it('does not take a file that the server has another version of', async () => {
    await remote.run('register', file());
    writeFileSync(file(), TEXT.replace('written', 'changed'));
    const { code, err } = await remote.run('keychain', 'list', file());
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("the server has another version of 'shop/orders'"),
    });
  });
});
