import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { textOf } from '../support/load-playbook.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

const TOKEN = 'tok-4711 "ü"';
const KEYCHAIN = `
  keychain:
    - { name: shop, kind: bearer, token: "{{ env('SHOP_TOKEN') }}", header: X-Shop-Key }`;

/** Answers with everything it was given, prints it in pieces, or fails with it. */
const leaky: ToolRun = ({ config, auth, input }, io) => {
  const { token } = auth as { token: string };
  io.print('stdout', `using ${token.slice(0, 5)}`);
  io.print('stdout', `${token.slice(5)} from now on`);
  io.print('log', encodeURIComponent(token));
  if (config.fails === true) {
    const details = mappingOf([['header', `Bearer ${token}`]]);
    return { status: 'error', error: { kind: 'auth', message: `no ${token}`, retryable: true, details } };
  }
  return { status: 'ok', data: mappingOf([['sent', [JSON.stringify(token), 'X-Shop-Key', input.n ?? 0]]]) };
};

async function everything(test: TestEngine, executionId: string): Promise<string> {
  const events = await test.events(executionId);
  const logs = await test.stores.logs.read({ executionId });
  return JSON.stringify([events, logs.map(({ text }) => text).join('')]);
}

const SECRET = /tok-4|4711|tok-4711%20|"ü"|\\"ü/;

describe('a command that uses a secret', () => {
  it('reports and prints it masked, and says where its result held it', async () => {
    const test = new TestEngine({ tools: { leaky }, env: { SHOP_TOKEN: TOKEN } });
    const id = await test.start(`${KEYCHAIN}
  workflow:
    - { step: a, tool: { kind: leaky, auth: shop, set: { ctx.t: "{{ keychain.shop.token }}" } } }`);
    const state = await test.engine.ended(id);
    expect(state.phase).toMatchObject({
      kind: 'completed',
      result: { data: { sent: ['"***"', 'X-Shop-Key', 0] } },
    });
    expect(state.ctx).toEqual({ t: '***' });
    expect(await everything(test, id)).not.toMatch(SECRET);
    const lines = await test.stores.logs.read({ executionId: id });
    expect(lines.map(({ text }) => text)).toEqual([
      'using ***',
      '*** from now on',
      '***',
      "warning: the result of step 'a' held a secret (sent[0]), which was replaced by ***",
      'warning: `ctx` held a secret (t), which was replaced by ***',
    ]);
  });

  it('keeps it out of failures, also of those that are tried again', async () => {
    const test = new TestEngine({ tools: { leaky }, env: { SHOP_TOKEN: TOKEN } });
    const id = await test.start(`${KEYCHAIN}
  workflow:
    - step: a
      tool:
        - { name: one, kind: leaky, auth: shop, fails: true, retry: { max_attempts: 2, initial_delay: 0s } }
        - { name: two, kind: echo }`);
    const state = await test.engine.ended(id);
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('no ***'), details: { header: 'Bearer ***' } },
    });
    expect(await everything(test, id)).not.toMatch(SECRET);
    expect((await test.events(id)).some(({ type }) => type === 'action_retry')).toBe(true);
  });

  it('keeps it out of what a template cannot do with it', async () => {
    const test = new TestEngine({ env: { SHOP_TOKEN: TOKEN } });
    const id = await test.start(`${KEYCHAIN}
  workflow:
    - { step: a, tool: { kind: echo, input: { n: "{{ keychain.shop.token + 1 }}" } } }`);
    const state = await test.engine.ended(id);
    expect(state.phase).toMatchObject({ kind: 'failed', error: { kind: 'template' } });
    expect(await everything(test, id)).not.toMatch(SECRET);
  });

  it('cannot hand it to another playbook, whose log would hold it', async () => {
    const playbooks = { child: textOf('workflow:\n  - { step: b, tool: { kind: echo } }') };
    const test = new TestEngine({ env: { SHOP_TOKEN: TOKEN }, playbooks });
    const state = await test.run(`${KEYCHAIN}
  workflow:
    - { step: a, tool: { kind: playbook, path: child, input: { t: "{{ keychain.shop.token }}" } } }`);
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'configuration',
        message: expect.stringContaining('declare the secret under `keychain:`'),
      },
    });
  });
});

describe('a response that refuses', () => {
  const refusal = (body: PlainValue): ToolRun => {
    const data = mappingOf([
      ['status_code', 422],
      ['data', body],
    ]);
    const about = { http: { status: 422, headers: mappingOf([]) } };
    const error = { kind: 'client_error', message: 'HTTP 422', retryable: false };
    return () => ({ status: 'error', error, data, about });
  };
  const printed = async (body: PlainValue): Promise<readonly string[]> => {
    const test = new TestEngine({ tools: { http: refusal(body) }, env: { SHOP_TOKEN: TOKEN } });
    const id = await test.start(
      `${KEYCHAIN}\n  workflow: [{ step: a, tool: { kind: http, auth: shop, url: x } }]`,
    );
    await test.engine.ended(id);
    return (await test.stores.logs.read({ executionId: id })).map(({ text }) => text);
  };

  it('is in the log in one line, as it begins', async () => {
    expect(await printed(mappingOf([['detail', 'no such field']]))).toEqual([
      'response: {"detail":"no such field"}',
    ]);
    expect(await printed('<h1>\n  Bad\n</h1>')).toEqual(['response: <h1> Bad </h1>']);
    expect(await printed('x'.repeat(5000))).toEqual([`response: ${'x'.repeat(1000)}…`]);
    expect(await printed(null)).toEqual([]);
    expect(
      await printed(
        mappingOf([
          ['base64', 'AP8='],
          ['size', 2],
        ]),
      ),
    ).toEqual([]);
  });

  it('is masked, also where the secret stands in a text of its own form, or at the end of what is shown', async () => {
    const echoed = JSON.stringify({ sent: TOKEN });
    expect(await printed(mappingOf([['echo', echoed]]))).toEqual([
      'response: {"echo":"{\\"sent\\":\\"***\\"}"}',
    ]);
    const [cut] = await printed(`${'x'.repeat(995)}${TOKEN}`);
    expect(cut).toBe(`response: ${'x'.repeat(995)}***`);
  });
});
