import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import { TestEngine, type TestEngineOptions, type ToolRun } from '../support/test-engine.ts';

type Auth = Readonly<Record<string, PlainValue>>;

/** Remembers the credential that a tool gets. */
class Seen {
  readonly auth: (Auth | undefined)[] = [];
  readonly tool: ToolRun = ({ auth }) => {
    this.auth.push(auth as Auth | undefined);
    return { status: 'ok', data: mappingOf([['leak', auth ?? null]]) };
  };
}

const of = (fields: Record<string, PlainValue>): PlainMapping => mappingOf(Object.entries(fields));

async function withCredentials(
  stored: Readonly<Record<string, { type: string; data: Record<string, PlainValue> }>>,
  options: TestEngineOptions = {},
) {
  const seen = new Seen();
  const test = new TestEngine({ ...options, tools: { see: seen.tool, ...options.tools } });
  for (const [name, { type, data }] of Object.entries(stored))
    await test.stores.credentials.put({ name, type, data: of(data) }, 1);
  return { test, seen };
}

const step = (fields: string) => `
  workflow:
    - { step: a, tool: { kind: see, ${fields} } }`;

const SHOP = { type: 'httpBearerAuth', data: { access_token: 'tok-123456' } };
const PG = {
  type: 'postgres',
  data: { db_host: 'db', db_port: '5432', db_password: 'hunter22', db_user: 'u' },
};

describe('auth that names a credential', () => {
  it('gives the tool its data with the fields of its type', async () => {
    const { test, seen } = await withCredentials({ pg: PG });
    await test.run(step('auth: pg'));
    expect(seen.auth).toMatchObject([
      { type: 'postgres', host: 'db', port: 5432, password: 'hunter22', user: 'u', db_host: 'db' },
    ]);
  });

  it('is rendered first', async () => {
    const { test, seen } = await withCredentials({ pg_prod: PG });
    await test.run(`
  workload: { stage: prod }${step('auth: "pg_{{ workload.stage }}"')}`);
    expect(seen.auth).toMatchObject([{ host: 'db' }]);
  });

  it('means the entry of the keychain where both have the name', async () => {
    const { test, seen } = await withCredentials({ shop: SHOP });
    await test.run(`
  keychain: [{ name: shop, kind: bearer, token: other-token }]${step('auth: shop')}`);
    expect(seen.auth).toMatchObject([{ type: 'bearer', token: 'other-token', access_token: 'other-token' }]);
  });

  it('says what there is, and how to add it, where there is none', async () => {
    const { test } = await withCredentials({ pg: PG });
    const state = await test.run(`
  keychain: [{ name: shop, kind: bearer, token: x }]${step('auth: pg_prod')}`);
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'configuration',
        retryable: false,
        message: expect.stringContaining(
          "credential 'pg_prod' is neither in the keychain nor among the credentials; there are: shop, pg; " +
            'add it with noetl credential add pg_prod',
        ),
      },
    });
  });

  it.each([
    ['{ source: credential, key: pg, service: postgres }', { type: 'postgres', host: 'db' }],
    ['{ credential: pg, database: other }', { host: 'db', database: 'other' }],
    ['{ type: postgres, credential: pg }', { type: 'postgres', port: 5432 }],
    ['{ type: basic, user: u, password: hunter22 }', { type: 'basic', username: 'u', password: 'hunter22' }],
    ['{ username: u, password: hunter22 }', { username: 'u', password: 'hunter22' }],
    [
      '{ warehouse_db: pg, shop: { credential: shop } }',
      { warehouse_db: { host: 'db' }, shop: { type: 'bearer' } },
    ],
  ])('may be the mapping %s', async (auth, expected) => {
    const { test, seen } = await withCredentials({ pg: PG, shop: SHOP });
    const id = await test.start(step(`auth: ${auth}`));
    await test.engine.ended(id);
    expect(seen.auth).toMatchObject([expected]);
    const log = JSON.stringify((await test.events(id)).slice(1)).replaceAll(auth, '');
    expect(log).not.toMatch(/tok-123456|"hunter22"/);
  });

  it.each([
    ['auth: 7', '`auth` must name a credential or be a mapping'],
    ['auth: "{{ nothing }}"', 'its template gives nothing'],
    ['auth: { source: vault, key: x }', "`auth.source` is 'vault'"],
  ])('is refused as %s', async (auth, message) => {
    const { test } = await withCredentials({});
    const state = await test.run(step(auth));
    expect(state.phase).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });
});

describe('an entry of the keychain', () => {
  const read = (entry: string, template: string) => `
  keychain: ${entry}
  workflow:
    - { step: a, tool: { kind: see, auth: { type: custom, v: "${template}" } } }`;
  const value = async (
    entry: string,
    template: string,
    options: TestEngineOptions = {},
    stored: Parameters<typeof withCredentials>[0] = { pg: PG, shop: SHOP },
  ) => {
    const { test, seen } = await withCredentials(stored, options);
    const state = await test.run(read(entry, template));
    if (state.phase.kind === 'failed') throw new Error(state.phase.error.message);
    return seen.auth[0]?.v;
  };
  const env = { TOKEN: 'tok-from-env', JSON: '{"user": "kim", "password": "hunter22"}' };

  it.each([
    ['[{ name: db, kind: credential, credential: pg }]', '{{ keychain.db.password }}', 'hunter22'],
    ['[{ name: db, kind: credential_ref, ref: pg }]', '{{ keychain.db.host }}', 'db'],
    ['[{ name: pg }]', '{{ keychain.pg.user }}', 'u'],
    [
      `[{ name: t, kind: bearer, token: "{{ env('TOKEN') }}" }]`,
      '{{ keychain.t.access_token }}',
      'tok-from-env',
    ],
    ['[{ name: s, kind: static, map: { a: one, b: 2 } }]', '{{ keychain.s.a }}', 'one'],
    [
      '[{ name: s, kind: secret_manager, provider: env, map: { t: TOKEN } }]',
      '{{ keychain.s.t }}',
      'tok-from-env',
    ],
    ['[{ name: s, provider: env, map: { login: JSON } }]', '{{ keychain.s.login.password }}', 'hunter22'],
    ['[{ name: db, kind: postgres, db_host: h, db_port: "1" }]', '{{ keychain.db.host }}', 'h'],
    [
      '[{ name: a, kind: static, map: { v: one } }, { name: b, kind: bearer, token: "{{ keychain.a.v }}-two" }]',
      '{{ keychain.b.token }}',
      'one-two',
    ],
  ])('%s is read as %s', async (entry, template, expected) => {
    expect(await value(entry, template, { env })).toBe(expected);
  });

  it('reads files, without the line end behind the secret', async () => {
    const readFile = async (path: string) => `content of ${path}\n`;
    const entry = '[{ name: s, kind: secret_manager, provider: file, map: { t: /run/secrets/t } }]';
    expect(await value(entry, '{{ keychain.s.t }}', { readFile })).toBe('content of /run/secrets/t');
  });

  it.each([
    [
      '[{ name: s, kind: oauth3 }]',
      "there is no kind 'oauth3'; there are credential, credential_ref, secret_manager",
    ],
    ['[{ name: s, kind: google_id_token }]', 'has no `target_audience`'],
    ['[{ name: s, kind: constructor }]', "there is no kind 'constructor'"],
    [
      '[{ name: s, provider: aws_sts, map: { t: x } }]',
      "the provider 'aws_sts' is known and not supported; use ",
    ],
    ['[{ name: s, provider: mine, map: { t: x } }]', "there is no provider 'mine'; there are env, file, gcp"],
    ['[{ name: s, kind: secret_manager, map: { t: x } }]', '`provider` is missing'],
    ['[{ name: s, provider: env }]', 'has no `map`'],
    ['[{ name: s, provider: env, map: { t: NOT_SET } }]', 'the environment variable NOT_SET is not set'],
    ['[{ name: s, provider: file, map: { t: /none } }]', 'the file /none cannot be read'],
    ['[{ name: s, credential: none }]', "credential 'none' is neither in the keychain"],
    ['[{ name: s, kind: oauth2 }]', 'has no `endpoint`'],
    ['[{ name: s, kind: bearer, token: "{{ keychain.s.token }}" }]', 'keychain.s'],
  ])('%s fails loudly', async (entry, message) => {
    await expect(value(entry, '{{ keychain.s.t }}', { env })).rejects.toThrow(message);
  });

  it.each([
    ['{{ nothing }}', 'its template gives nothing'],
    ["{{ env('NOT_SET') }}", 'the environment variable NOT_SET is not set where this runs'],
    ["{{ '' }}", 'its template gives nothing'],
  ])('fails where %s gives nothing for what it cannot do without, and says why', async (token, why) => {
    const entry = `[{ name: s, kind: bearer, token: "${token}" }]`;
    await expect(value(entry, '{{ keychain.s.token }}', { env })).rejects.toThrow(
      `keychain entry 's': \`token\` comes to nothing: ${why}`,
    );
  });

  it('has no other field where its template gives nothing', async () => {
    const entry = `[{ name: s, kind: bearer, token: abcdefgh, note: "{{ nothing }}" }]`;
    await expect(value(entry, '{{ keychain.s.note }}', { env })).rejects.toThrow(
      "'keychain.s.note' is not defined",
    );
  });

  it('is not resolved as long as nobody reads it', async () => {
    const { test } = await withCredentials({});
    const state = await test.run(`
  keychain: [{ name: s, kind: oauth3 }]
  workflow:
    - { step: a, tool: { kind: echo } }`);
    expect(state.phase.kind).toBe('completed');
  });

  it('is at hand for code that reads the context', async () => {
    const read: ToolRun = ({ context }) => {
      const { db } = context.keychain as { db: { host: string } };
      return { status: 'ok', data: db.host };
    };
    const { test } = await withCredentials({ pg: PG }, { tools: { read } });
    const state = await test.run(`
  keychain: [{ name: db, credential: pg }]
  workflow:
    - { step: a, tool: { kind: read, code: "result = context['keychain']" } }`);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: 'db' } });
  });
});
