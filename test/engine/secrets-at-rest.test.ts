import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf } from '../../src/common/plain-value.ts';
import { type Local, openLocal } from '../../src/compose/local.ts';
import { echo, useServer } from '../support/http-server.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

/** One secret per source, each recognised by its own word. */
const SECRETS = {
  stored: 'Zanzibar stored "quoted" ü/+ secret',
  env: 'Quetzal-from-the-environment',
  file: 'Xylophone-from-a-file',
  token: 'Bratwurst-token-of-a-server',
  key: Buffer.alloc(32, 'k').toString('base64'),
};
const WORDS = ['Zanzibar', 'Quetzal', 'Xylophone', 'Bratwurst', SECRETS.key];
/** As they are, and at each of the three places they may have in base64. */
const FORMS = WORDS.flatMap(word => [
  word,
  ...[0, 1, 2].map(shift =>
    Buffer.from('.'.repeat(shift) + word)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  ),
]);

const server = useServer();
let folder: string;
let local: Local;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-secrets-'));
  writeFileSync(join(folder, 'secret.txt'), `${SECRETS.file}\n`);
  const env = { PATH: process.env.PATH, QUETZAL: SECRETS.env, NOETL_ENCRYPTION_KEY: SECRETS.key };
  local = await openLocal({ dataDir: join(folder, 'data'), baseDir: folder, env, onTrouble: () => {} });
  const stored = mappingOf([
    ['password', SECRETS.stored],
    ['username', 'kim'],
  ]);
  await local.stores.credentials.put({ name: 'login', type: 'basic', data: stored }, 1);
  server.answer = async (request, response) => {
    response.setHeader('content-type', 'application/json');
    const body = await echo(request);
    if (request.url === '/token') response.end(JSON.stringify({ access_token: SECRETS.token }));
    else {
      if (request.url === '/refuse') response.statusCode = 403;
      response.end(body);
    }
  };
});
afterAll(async () => {
  await local.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (steps: string) => {
  const yaml = `
  keychain:
    - { name: stored, kind: credential, credential: login }
    - { name: vars, kind: secret_manager, provider: env, map: { v: QUETZAL } }
    - { name: files, kind: secret_manager, provider: file, map: { v: "${join(folder, 'secret.txt')}" } }
    - { name: api, kind: oauth2, endpoint: "${server.origin}/token", data: { secret: "{{ keychain.files.v }}" } }
  workflow:
${steps}`;
  const playbook = playbookFrom(yaml);
  const request = { playbook, text: textOf(yaml), source: 'test.yaml', payload: EMPTY_MAPPING };
  const executionId = await local.engine.start(request);
  const state = await local.engine.ended(executionId);
  await local.stores.logs.flush();
  const logs = await local.stores.logs.read({ executionId });
  const turns = await local.stores.events.read(executionId);
  return { state, seen: JSON.stringify([turns.flatMap(turn => turn.events), logs]) };
};

const ALL =
  '{{ keychain.stored.password }} {{ keychain.vars.v }} {{ keychain.files.v }} {{ keychain.api.token }}';

/** Files below the data directory that hold a secret in any form. */
function leaks(path = join(folder, 'data')): string[] {
  return readdirSync(path).flatMap(name => {
    const file = join(path, name);
    // The lock may be opened by SQLite alone; sockets cannot be read.
    if (name.startsWith('lock.db') || statSync(file).isSocket()) return [];
    if (statSync(file).isDirectory()) return leaks(file);
    const bytes = readFileSync(file, 'latin1');
    return FORMS.filter(form => bytes.includes(form)).map(form => `${name}: ${form}`);
  });
}

describe('after commands that give secrets away in every way they can', () => {
  it.each([
    [
      'a result of http that echoes what it was sent',
      `{ kind: http, method: POST, url: "ORIGIN/echo", auth: login, json: { all: "${ALL}" } }`,
    ],
    ['a header from a token', '{ kind: http, url: "ORIGIN/echo", auth: api }'],
    [
      'a refusal that echoes',
      `{ kind: http, method: POST, url: "ORIGIN/refuse", auth: login, json: { all: "${ALL}" } }`,
    ],
    ['an address', '{ kind: http, url: "ORIGIN/echo", params: { q: "{{ keychain.stored.password }}" } }'],
    ['a variable', `{ kind: noop, set: { ctx.all: "${ALL}" } }`],
    ['an error', `{ kind: fail, message: "${ALL}" }`],
    [
      'a failed assertion',
      `{ kind: assert, that: "{{ keychain.stored.password == 1 }}", message: "${ALL}" }`,
    ],
    [
      'printed lines',
      `{ kind: shell, env: { ALL: "${ALL}" }, cmds: ['echo "$ALL"; echo "$ALL" | base64; echo "$ALL" >&2; exit 3'] }`,
    ],
    [
      'code that raises',
      `{ kind: javascript, input: { all: "${ALL}" }, code: "console.log(all); throw new Error(all)" }`,
    ],
    ['a retried task', `{ kind: fail, message: "${ALL}", retry: { max_attempts: 2, initial_delay: 0s } }`],
  ])('%s leaves none in the data directory, only that there was one', async (_, tool) => {
    const { state, seen } = await run(`    - { step: a, tool: ${tool.replaceAll('ORIGIN', server.origin)} }`);
    expect(['completed', 'failed']).toContain(state.phase.kind);
    expect(seen).toContain('***');
    expect(leaks()).toEqual([]);
  });

  it('a program and a template that look for the key find none', async () => {
    const { seen } = await run(`    - step: a
      tool: { kind: shell, cmds: ['echo "[$NOETL_ENCRYPTION_KEY]{{ env("NOETL_ENCRYPTION_KEY") }}[end]"'] }`);
    expect(seen).toContain('[][end]');
    expect(leaks()).toEqual([]);
  });

  it('a template that fails shows what is written, not what it was given', async () => {
    const { state, seen } = await run(
      '    - { step: a, tool: { kind: noop, input: { a: "{{ keychain.stored.password + 1 }}" } } }',
    );
    expect(state.phase).toMatchObject({ kind: 'failed', error: { kind: 'template' } });
    expect(seen).not.toMatch(/Zanzibar/);
    expect(leaks()).toEqual([]);
  });
});
