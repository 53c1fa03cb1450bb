import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { type DataDirectory, openDataDirectory } from '../../src/adapters/sqlite/data-directory.ts';
import { EMPTY_MAPPING, mappingOf, type PlainMapping } from '../../src/common/plain-value.ts';
import { assemble } from '../../src/compose/local.ts';
import type { NewSecret } from '../../src/ports/keychain-store.ts';
import { HandClock } from '../support/hand-clock.ts';
import { echo, useServer } from '../support/http-server.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'noetl-keychain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `/token` and `/renew` give out tokens, everything else answers with what it was sent. */
class Api {
  readonly heard: { readonly path: string; readonly body: string }[] = [];
  constructor(answer: (n: number, path: string) => { status?: number; body: unknown }) {
    server.answer = async (request, response) => {
      const heard = await echo(request);
      response.setHeader('content-type', 'application/json');
      const path = request.url ?? '';
      if (!/^\/(?:token|renew)/.test(path)) return void response.end(heard);
      this.heard.push({ path, body: (JSON.parse(heard) as { body: string }).body });
      const { status = 200, body } = answer(this.heard.length, path);
      response.statusCode = status;
      response.end(JSON.stringify(body));
    };
  }
}

const token = (n: number) => ({
  body: { access_token: `token-number-${n}`, refresh_token: `refresh-number-${n}`, expires_in: 3600 },
});

function open(
  stores: Stores & Partial<DataDirectory> = openMemory(),
  env: Readonly<Record<string, string>> = {},
) {
  const clock = new HandClock();
  const troubles: unknown[] = [];
  const local = assemble(
    { stores, incarnation: stores.incarnation ?? 0, lastEventId: stores.lastEventId, clock },
    {
      baseDir: '.',
      env: { SECRET: 'very-secret-client', ...env },
      onTrouble: (_, error) => troubles.push(error),
    },
  );
  const run = async (yaml: string, payload: PlainMapping = EMPTY_MAPPING) => {
    const playbook = playbookFrom(yaml);
    const id = await local.engine.start({ playbook, text: textOf(yaml), source: 'test.yaml', payload });
    const state = await local.engine.ended(id);
    const events = (await stores.events.read(id)).flatMap(turn => turn.events);
    return { id, state, log: JSON.stringify(events), hash: playbook.hash };
  };
  const pass = (milliseconds: number) => {
    const until = clock.now() + milliseconds;
    clock.at(until, () => {});
    while (clock.now() < until) clock.advance();
  };
  return { clock, stores, local, run, pass, troubles };
}

/** All bytes of a data directory. */
const everything = (directory: string): string =>
  readdirSync(directory, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => readFileSync(join(directory, name), 'latin1'))
    .join('');

const CLIENT = `client_id: me, client_secret: "{{ env('SECRET') }}"`;
const shop = (more = '', client = CLIENT) => `
  keychain:
    - { name: shop, kind: oauth2, endpoint: "${server.origin}/token", ${client}${more} }
  workflow:
    - step: a
      tool: { kind: http, url: "${server.origin}/orders", auth: shop }`;

const given = (hash: string, more: Partial<NewSecret> = {}): NewSecret => ({
  ...{ playbook: hash, name: 'shop', scope: 'global', executionId: undefined, asked: '', kind: 'oauth2' },
  ...{
    holds: 'token',
    fields: mappingOf([['access_token', 'put-by-hand']]),
    expiresAt: Number.MAX_SAFE_INTEGER,
  },
  ...{ autoRenew: false, renewConfig: undefined },
  ...more,
});

describe('a token of the keychain', () => {
  it('outlives the process, and is fetched once for many executions at once', async () => {
    const api = new Api(token);
    const first = open(await openDataDirectory(join(folder, 'a')));
    const runs = await Promise.all(Array.from({ length: 8 }, () => first.run(shop())));
    expect(runs.map(({ state }) => state.phase.kind)).toEqual(Array(8).fill('completed'));
    await first.local.close();
    expect(everything(join(folder, 'a'))).not.toMatch(/token-number|very-secret/);
    const second = open(await openDataDirectory(join(folder, 'a')));
    const { id, state, log } = await second.run(shop());
    expect(runs.map(run => run.id)).not.toContain(id);
    expect(state.phase).toMatchObject({
      result: { data: { data: { headers: { authorization: 'Bearer ***' } } } },
    });
    expect(log).not.toMatch(/token-number|very-secret/);
    expect(api.heard).toHaveLength(1);
    await second.local.close();
    const third = await openDataDirectory(join(folder, 'a'));
    const [kept] = await third.keychain.list();
    expect(kept?.accessCount).toBeGreaterThan(0);
    await third.close();
  });

  it('is not the one of executions that ask for something else', async () => {
    const api = new Api(token);
    const { run } = open();
    const yaml = shop('', 'client_id: "{{ workload.tenant }}", client_secret: "{{ env(\'SECRET\') }}"');
    for (const tenant of ['one', 'two', 'one', 'two']) await run(yaml, mappingOf([['tenant', tenant]]));
    expect(api.heard.map(({ body }) => /client_id=(\w+)/.exec(body)?.[1])).toEqual(['one', 'two']);
  });

  it('goes with its execution where its scope is local', async () => {
    const api = new Api(token);
    const { run, stores, troubles } = open();
    await run(shop(', scope: local'));
    await run(shop(', scope: local'));
    expect(api.heard).toHaveLength(2);
    expect(await stores.keychain.list()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('is shared with the executions that are called, and goes with the one that nobody called', async () => {
    const api = new Api(token);
    const { run, stores, local } = open();
    const child = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: child, path: child }
keychain:
  - { name: shop, kind: oauth2, endpoint: "${server.origin}/token", ${CLIENT}, scope: shared }
workflow:
  - step: a
    tool: { kind: http, url: "${server.origin}/orders", auth: shop }
`;
    const { CatalogApi } = await import('../../src/server/catalog/catalog-api.ts');
    const ids = { next: () => local.engine.nextId() };
    await new CatalogApi({ store: stores.catalog, clock: new HandClock(), ids }).register(child);
    const parent = `
  workflow:
    - step: a
      tool: { kind: playbook, path: child }
      next: [{ step: b }]
    - step: b
      tool: { kind: playbook, path: child }`;
    const { state } = await run(parent);
    expect(state.phase.kind).toBe('completed');
    expect(api.heard).toHaveLength(1);
    expect(await stores.keychain.list()).toEqual([]);
  });

  it('is renewed as early as the environment says', async () => {
    const api = new Api(token);
    const { run, pass } = open(openMemory(), { NOETL_KEYCHAIN_REFRESH_THRESHOLD: '60' });
    await run(shop());
    pass(3_530_000);
    await run(shop());
    expect(api.heard).toHaveLength(1);
    pass(11_000);
    await run(shop());
    expect(api.heard).toHaveLength(2);
  });

  it('is not kept longer than ttl_seconds', async () => {
    const api = new Api(token);
    const { run, pass } = open();
    await run(shop(', ttl_seconds: 60'));
    pass(55_000);
    await run(shop(', ttl_seconds: 60'));
    expect(api.heard).toHaveLength(2);
  });
});

const RENEWED = () => `, auto_renew: true, renew_config: { endpoint: "${server.origin}/renew", data: {
        grant_type: refresh_token, refresh_token: "{{ keychain.shop.refresh_token }}" } }`;

describe('renew_config', () => {
  it('renews with what came last, also when it has expired', async () => {
    const api = new Api(token);
    const { run, pass } = open();
    const yaml = shop(RENEWED());
    await run(yaml);
    pass(3_400_000);
    await run(yaml);
    pass(4_000_000);
    const { state } = await run(yaml);
    expect(state.phase.kind).toBe('completed');
    expect(api.heard.slice(1)).toEqual([
      { path: '/renew', body: 'grant_type=refresh_token&refresh_token=refresh-number-1' },
      { path: '/renew', body: 'grant_type=refresh_token&refresh_token=refresh-number-2' },
    ]);
  });

  it('fails with the name of the entry, and the next time the entry is resolved anew', async () => {
    const api = new Api((n, path) =>
      path === '/renew' ? { status: 400, body: { error: 'bad' } } : token(n),
    );
    const { run, pass } = open();
    const yaml = shop(RENEWED());
    await run(yaml);
    pass(3_400_000);
    const { state, log } = await run(yaml);
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'auth',
        message: expect.stringContaining(
          `keychain entry 'shop' cannot be renewed: no token from ${server.origin}/renew`,
        ),
      },
    });
    expect(log).not.toMatch(/refresh-number|token-number/);
    expect((await run(yaml)).state.phase.kind).toBe('completed');
    expect(api.heard.map(({ path }) => path)).toEqual(['/token', '/renew', '/token']);
  });

  it('goes on with a secret that is still good while the one who renews it is down', async () => {
    let isDown = false;
    const api = new Api((n, path) =>
      path === '/renew' && isDown ? { status: 503, body: { error: 'down' } } : token(n),
    );
    const { run, pass } = open();
    const yaml = shop(RENEWED());
    await run(yaml);
    isDown = true;
    pass(3_400_000);
    expect((await run(yaml)).state.phase.kind).toBe('completed');
    pass(300_000);
    expect((await run(yaml)).state.phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('cannot be renewed') },
    });
    isDown = false;
    expect((await run(yaml)).state.phase.kind).toBe('completed');
    expect(api.heard.filter(({ path }) => path === '/renew').length).toBeGreaterThanOrEqual(3);
  });

  it('is an error where the answer has no token', async () => {
    new Api((n, path) => (path === '/renew' ? { body: { ok: true } } : token(n)));
    const { run, pass } = open();
    await run(shop(RENEWED()));
    pass(3_400_000);
    expect((await run(shop(RENEWED()))).state.phase).toMatchObject({
      error: { message: expect.stringContaining('the answer of its `renew_config` has no `access_token`') },
    });
  });
});

describe('a secret that somebody put there', () => {
  it('comes before what the playbook says, until it has expired or is gone', async () => {
    const api = new Api(token);
    const { run, stores, clock, pass } = open();
    const { hash } = playbookFrom(shop());
    await stores.keychain.put(given(hash, { expiresAt: clock.now() + 60_000 }), clock.now());
    const { state, log } = await run(shop());
    expect(state.phase).toMatchObject({
      result: { data: { data: { headers: { authorization: 'Bearer ***' } } } },
    });
    expect(log).not.toContain('put-by-hand');
    expect(api.heard).toEqual([]);
    pass(61_000);
    await run(shop());
    expect(api.heard).toHaveLength(1);
  });

  it('is renewed as it says itself', async () => {
    const api = new Api(token);
    const { run, stores, clock, pass } = open();
    const { hash } = playbookFrom(shop());
    const data = mappingOf([['refresh_token', 'first-refresh-token']]);
    const renewConfig = mappingOf([
      ['endpoint', `${server.origin}/renew`],
      ['data', data],
    ]);
    const expiresAt = clock.now() + 60_000;
    await stores.keychain.put(given(hash, { expiresAt, autoRenew: true, renewConfig }), clock.now());
    pass(61_000);
    expect((await run(shop())).state.phase.kind).toBe('completed');
    pass(3_400_000);
    expect((await run(shop())).state.phase.kind).toBe('completed');
    expect(api.heard).toEqual([
      { path: '/renew', body: 'refresh_token=first-refresh-token' },
      { path: '/renew', body: 'refresh_token=refresh-number-1' },
    ]);
  });

  it('takes the place of entries of any kind', async () => {
    new Api(token);
    const { run, stores } = open();
    const yaml = `
  keychain: [{ name: shop, kind: bearer, token: written }]
  workflow:
    - step: a
      tool: { kind: http, url: "${server.origin}/orders", headers: { x-t: "{{ keychain.shop.token }}" } }`;
    await stores.keychain.put(given(playbookFrom(yaml).hash), 1);
    const { state } = await run(yaml);
    expect(state.phase).toMatchObject({ result: { data: { data: { headers: { 'x-t': '***' } } } } });
  });
});

describe('a keychain entry of kind http', () => {
  const entry = (more: string) => `
  keychain: [{ name: s, kind: http, endpoint: "${server.origin}/token", ${more} }]
  workflow:
    - step: a
      tool: { kind: http, url: "${server.origin}/x", headers: { x-t: "{{ keychain.s.secret or keychain.s.value }}" } }`;

  it('gives what the address answers, once', async () => {
    const api = new Api(() => ({ body: { secret: 'answered-secret' } }));
    const { run } = open();
    const yaml = entry('method: POST, data: { role: reader }');
    await run(yaml);
    const { state, log } = await run(yaml);
    expect(state.phase).toMatchObject({ result: { data: { data: { headers: { 'x-t': '***' } } } } });
    expect(api.heard).toEqual([{ path: '/token', body: '{"role":"reader"}' }]);
    expect(log).not.toContain('answered-secret');
  });

  it('fails where there is no answer', async () => {
    new Api(() => ({ status: 403, body: {} }));
    expect((await open().run(entry(''))).state.phase).toMatchObject({
      error: {
        message: expect.stringContaining(`keychain entry 's': no answer from ${server.origin}/token`),
      },
    });
  });
});
