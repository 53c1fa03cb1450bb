import { describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { EMPTY_MAPPING, mappingOf } from '../../src/common/plain-value.ts';
import { assemble } from '../../src/compose/local.ts';
import { HandClock } from '../support/hand-clock.ts';
import { echo, useServer } from '../support/http-server.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

const server = useServer();

/** An API behind tokens: `/token` gives them out, everything else answers with what it was sent. */
class Api {
  readonly grants: string[] = [];
  constructor(answer: (n: number) => { status?: number; body: unknown }) {
    server.answer = async (request, response) => {
      const heard = await echo(request);
      response.setHeader('content-type', 'application/json');
      if (!request.url?.startsWith('/token')) return void response.end(heard);
      this.grants.push((JSON.parse(heard) as { body: string }).body);
      const { status = 200, body } = answer(this.grants.length);
      response.statusCode = status;
      response.end(JSON.stringify(body));
    };
  }
}

const token = (n: number) => ({ body: { access_token: `token-number-${n}`, expires_in: 3600 } });

function open() {
  const clock = new HandClock();
  const stores = openMemory();
  const local = assemble(
    { stores, incarnation: 0, lastEventId: undefined, clock },
    { baseDir: '.', env: { CLIENT_SECRET: 'very-secret-client' }, onTrouble: () => {} },
  );
  const run = async (yaml: string) => {
    const playbook = playbookFrom(yaml);
    const request = { playbook, text: textOf(yaml), source: 'test.yaml', payload: EMPTY_MAPPING };
    const id = await local.engine.start(request);
    const state = await local.engine.ended(id);
    const events = (await stores.events.read(id)).flatMap(turn => turn.events);
    return { state, log: JSON.stringify(events) };
  };
  return { clock, stores, run };
}

const playbook = (entry: string, auth = 'shop', extra = '') => `
  keychain:
    - { name: shop, kind: oauth2, endpoint: "${server.origin}/token", ${entry} }
  workflow:
    - step: a${extra}
      tool: { kind: http, url: "${server.origin}/orders", auth: ${auth} }`;
const CLIENT = `client_id: me, client_secret: "{{ env('CLIENT_SECRET') }}", scopes: [read, write]`;

describe('a keychain entry of kind oauth2', () => {
  it('sends the token that the client credentials are worth, and writes neither down', async () => {
    const api = new Api(token);
    const { run } = open();
    const { state, log } = await run(playbook(CLIENT));
    expect(state.phase).toMatchObject({
      kind: 'completed',
      result: { data: { data: { headers: { authorization: 'Bearer ***' } } } },
    });
    expect(api.grants).toEqual([
      'grant_type=client_credentials&client_id=me&client_secret=very-secret-client&scope=read+write',
    ]);
    expect(log).not.toMatch(/token-number|very-secret/);
  });

  it('fetches a token once for all iterations and executions, and again when it is about to expire', async () => {
    const api = new Api(token);
    const { run, clock } = open();
    const yaml = playbook(
      CLIENT,
      'shop',
      '\n      loop: { in: [1, 2, 3, 4], iterator: n, spec: { mode: parallel } }',
    );
    await run(yaml);
    await Promise.all([run(yaml), run(yaml)]);
    expect(api.grants).toHaveLength(1);
    const soon = clock.now() + 3_301_000;
    clock.at(soon, () => {});
    while (clock.now() < soon) clock.advance();
    await run(yaml);
    expect(api.grants).toHaveLength(2);
  });

  it('sends data as it is written, as a form or as JSON', async () => {
    const api = new Api(token);
    const { run } = open();
    await run(playbook('data: { grant_type: password, user: "a b" }'));
    await run(playbook('headers: { Content-Type: application/json }, data: { grant_type: password }'));
    expect(api.grants).toEqual(['grant_type=password&user=a+b', '{"grant_type":"password"}']);
  });

  it('says why there is no token, without what was sent', async () => {
    new Api(() => ({ status: 401, body: { error: 'invalid_client', sent: 'very-secret-client' } }));
    const { run } = open();
    const { state, log } = await run(playbook(CLIENT));
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'auth',
        retryable: false,
        message: expect.stringContaining(`keychain entry 'shop': no token from ${server.origin}/token`),
      },
    });
    expect(log).not.toContain('very-secret');
  });

  it('is tried again where the endpoint has a bad moment', async () => {
    const api = new Api(n => (n === 1 ? { status: 503, body: {} } : token(n)));
    const { run } = open();
    const yaml = playbook(CLIENT).replace(
      'auth: shop',
      'auth: shop, retry: { max_attempts: 2, initial_delay: 0s }',
    );
    expect((await run(yaml)).state.phase.kind).toBe('completed');
    expect(api.grants).toHaveLength(2);
  });

  it('fails where the answer is no token', async () => {
    new Api(() => ({ body: { ok: true } }));
    const { state } = await open().run(playbook(CLIENT));
    expect(state.phase).toMatchObject({
      error: { message: expect.stringContaining('the answer has no `access_token`; it has: ok') },
    });
  });
});

describe('a stored credential of type oauth2', () => {
  it('is exchanged for a token where auth names it', async () => {
    const api = new Api(token);
    const { run, stores } = open();
    const data = mappingOf([
      ['client_id', 'me'],
      ['client_secret', 'very-secret-client'],
      ['token_url', `${server.origin}/token`],
    ]);
    await stores.credentials.put({ name: 'stored', type: 'oauth2_client_credentials', data }, 1);
    const { state, log } = await run(playbook(CLIENT, 'stored'));
    expect(state.phase).toMatchObject({
      result: { data: { data: { headers: { authorization: 'Bearer ***' } } } },
    });
    expect(api.grants).toEqual([
      'grant_type=client_credentials&client_id=me&client_secret=very-secret-client',
    ]);
    expect(log).not.toMatch(/token-number|very-secret/);
  });
});

describe('the http tool', () => {
  it.each([
    ['bearer', { access_token: 'stored-token' }, { authorization: 'Bearer stored-token' }],
    ['basic', { user: 'kim', password: 'hunter22' }, { authorization: 'Basic a2ltOmh1bnRlcjIy' }],
    ['api_key', { key: 'stored-key', header: 'X-Shop' }, { 'x-shop': 'stored-key' }],
  ])('sends a stored credential of type %s', async (type, fields, headers) => {
    let heard: Record<string, unknown> = {};
    server.answer = (request, response) => {
      heard = request.headers;
      response.end();
    };
    const { run, stores } = open();
    await stores.credentials.put({ name: 'c', type, data: mappingOf(Object.entries(fields)) }, 1);
    await run(playbook(CLIENT, 'c'));
    expect(heard).toMatchObject(headers);
  });
});
