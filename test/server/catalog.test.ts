import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

const playbook = (path: string, more = '') => `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: ${path.split('/').at(-1)}, path: ${path}, description: Takes orders., tags: [retail] }
${more}
workflow:
  - step: start
    tool: { kind: noop }
`;

const caller = (path: string, callee: string) => `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: caller, path: ${path} }
workflow:
  - step: go
    tool: { kind: playbook, path: ${callee} }
`;

const BROKEN = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: broken }
workflow:
  - step: start
    tool: { kind: noop }
    next: [nowhere]
  - step: other
    tool: { kind: noop }
    retry: { max_attempts: many }
`;

type Body = Record<string, unknown>;

class CatalogServer extends TestServer {
  async register(content: string) {
    const { status, body } = await this.ask('POST', '/api/catalog/register', { content });
    return { status, body: body as Body };
  }

  async post(verb: string, given: unknown) {
    const { status, body } = await this.ask('POST', `/api/catalog/${verb}`, given);
    return { status, body: body as Body };
  }

  async get(rest: string) {
    const { status, body } = await this.ask('GET', `/api/catalog/${rest}`);
    return { status, body: body as Body };
  }

  async paths(given: unknown) {
    const { body } = await this.post('list', given);
    return (body.entries as Body[]).map(({ path, version }) => `${path}@${version}`);
  }
}

describe('registering', () => {
  it('gives versions from one on, and the existing one back for the same text', async () => {
    const server = new CatalogServer();
    const first = await server.register(playbook('shop/order'));
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        message: "Resource 'shop/order' version '1' registered.",
        path: 'shop/order',
        version: 1,
        kind: 'playbook',
        created: true,
      },
    });
    expect(await server.register(playbook('shop/order'))).toMatchObject({
      body: { version: 1, catalog_id: first.body.catalog_id, created: false },
    });
    expect(await server.register(playbook('shop/order', 'workload: { a: 1 }'))).toMatchObject({
      body: { version: 2, created: true },
    });
  });

  it('takes base64 for what it encodes', async () => {
    const server = new CatalogServer();
    const content = Buffer.from(playbook('ünï/x')).toString('base64');
    expect(await server.register(content)).toMatchObject({ status: 200, body: { path: 'ünï/x' } });
    expect(await server.register(playbook('ünï/x'))).toMatchObject({ body: { version: 1, created: false } });
  });

  it('refuses an invalid playbook with the place of every mistake, and keeps nothing', async () => {
    const server = new CatalogServer();
    const { status, body } = await server.register(BROKEN);
    expect(status).toBe(422);
    expect(body.error).toBe(body.detail);
    expect(body.error).toMatch(/^the playbook is not valid: line 7, column \d+: .*; 1 more in `problems`$/);
    expect(body.problems).toMatchObject([
      { line: 7, column: 12, severity: 'error', code: 'next_unknown_step', where: 'line 7, column 12' },
      { line: 10, severity: 'error' },
    ]);
    expect(await server.paths({})).toEqual([]);
  });

  it.each([
    ['text that is no YAML', 'a: [', 'yaml_syntax'],
    ['nothing', '', 'document_empty'],
    ['a path that is none', playbook('a/../b'), 'wrong_value'],
    ['a path that reads like a version', playbook('"a@3"'), 'wrong_value'],
  ])('refuses %s', async (_, content, code) => {
    const { status, body } = await new CatalogServer().register(content);
    expect(status).toBe(422);
    expect((body.problems as Body[]).map(problem => problem.code)).toContain(code);
  });

  it('sends credentials to where they belong', async () => {
    const server = new CatalogServer();
    const content = 'apiVersion: noetl.io/v2\nkind: Credential\nmetadata: { name: pg }\n';
    const { status, body } = await server.register(content);
    expect(status).toBe(422);
    expect(body.error).toMatch('/api/credentials');
    expect(await server.register('kind: Other\n')).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('`kind: Other`') },
    });
  });

  it('says what must be sent', async () => {
    expect(await new CatalogServer().post('register', {})).toMatchObject({ status: 422 });
  });

  it('numbers registrations at the same time one after the other', async () => {
    const server = new CatalogServer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => server.register(playbook('a', `workload: { n: ${n} }`))),
    );
    expect(answers.map(({ body }) => Number(body.version)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });
});

describe('an entry', () => {
  it('is given whole by id, by path, and by version in any spelling', async () => {
    const server = new CatalogServer();
    const { body } = await server.register(playbook('shop/order', 'workload: { big: 99999999999999999999 }'));
    const entry = await server.post('resource', { catalog_id: body.catalog_id });
    expect(entry).toMatchObject({
      status: 200,
      body: {
        catalog_id: body.catalog_id,
        path: 'shop/order',
        kind: 'playbook',
        version: 1,
        layout: null,
        payload: {
          kind: 'Playbook',
          metadata: { path: 'shop/order' },
          workload: { big: '99999999999999999999' },
        },
        meta: { name: 'order', tags: ['retail'] },
        archived_at: null,
      },
    });
    expect(entry.body.content).toContain('kind: Playbook');
    expect(entry.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    for (const version of [undefined, 1, '1', 'latest'])
      expect(await server.post('resource', { path: 'shop/order', version })).toEqual(entry);
  });

  it('is not found, with what is near', async () => {
    const server = new CatalogServer();
    await server.register(playbook('shop/order'));
    expect(await server.post('resource', { path: 'shop/ordr' })).toMatchObject({
      status: 404,
      body: { error: "there is no playbook 'shop/ordr' in the catalog; did you mean 'shop/order'?" },
    });
    expect(await server.post('resource', { path: 'shop/order', version: 7 })).toMatchObject({
      status: 404,
      body: { error: "there is no version 7 of 'shop/order' in the catalog; the newest is 1" },
    });
    expect(await server.post('resource', { catalog_id: '12' })).toMatchObject({ status: 404 });
  });

  it('must be named', async () => {
    const server = new CatalogServer();
    expect(await server.post('resource', {})).toMatchObject({ status: 422 });
    expect(await server.post('resource', { path: 'a', version: 'two' })).toMatchObject({ status: 422 });
    expect(await server.post('resource', { catalog_id: 'abc' })).toMatchObject({ status: 422 });
  });
});

describe('the list', () => {
  const filled = async () => {
    const server = new CatalogServer();
    for (const path of ['shop/order', 'shop/eu/bill', 'lib/mail']) await server.register(playbook(path));
    await server.register(playbook('shop/order', 'workload: { a: 2 }'));
    return server;
  };

  it('filters by kind in any case, directory, path and words', async () => {
    const server = await filled();
    expect(await server.paths({ resource_type: 'Playbook' })).toEqual([
      'shop/order@2',
      'lib/mail@1',
      'shop/eu/bill@1',
      'shop/order@1',
    ]);
    expect(await server.paths({ resource_type: 'agent' })).toEqual([]);
    expect(await server.paths({ latest_only: true, directory: '/shop/' })).toEqual([
      'shop/order@2',
      'shop/eu/bill@1',
    ]);
    expect(await server.paths({ path: 'shop/order' })).toEqual(['shop/order@2', 'shop/order@1']);
    expect(await server.paths({ search: 'RETAIL mail' })).toEqual(['lib/mail@1']);
  });

  it('comes in pages that say how to go on', async () => {
    const server = await filled();
    const first = await server.post('list', { limit: 3, include_content: false });
    expect(first.body).toMatchObject({ total: 4, next: expect.stringMatching(/^\d+$/) });
    expect((first.body.entries as Body[])[0]).not.toHaveProperty('content');
    const second = await server.post('list', { limit: 3, before: first.body.next });
    expect(second.body).toMatchObject({
      total: 4,
      next: null,
      entries: [{ path: 'shop/order', version: 1 }],
    });
    expect(await server.post('list', { limit: 0 })).toMatchObject({ status: 422 });
    expect(await server.post('list', { before: 'x' })).toMatchObject({ status: 422 });
  });

  it('searches the newest versions', async () => {
    const server = await filled();
    expect((await server.get('search?q=takes%20ORDERS')).body).toMatchObject({ total: 3 });
    expect((await server.get('search?q=bill')).body).toMatchObject({
      total: 1,
      entries: [{ path: 'shop/eu/bill' }],
    });
  });

  it('shows directories level by level', async () => {
    const server = await filled();
    expect((await server.get('directories')).body).toEqual({
      path: '',
      directories: [
        { name: 'lib', path: 'lib', entries: 1 },
        { name: 'shop', path: 'shop', entries: 2 },
      ],
      entries: [],
    });
    expect((await server.get('directories?path=shop')).body).toEqual({
      path: 'shop',
      directories: [{ name: 'eu', path: 'shop/eu', entries: 1 }],
      entries: [{ name: 'order', path: 'shop/order' }],
    });
  });

  it('has all versions of a path', async () => {
    const server = await filled();
    expect((await server.get('versions?path=shop%2Forder')).body).toMatchObject({
      total: 2,
      entries: [{ version: 2 }, { version: 1 }],
    });
    expect((await server.get('versions?path=nothing')).status).toBe(404);
  });
});

describe('deleting', () => {
  const run = async (server: CatalogServer, path: string) => {
    const { body } = await server.post('resource', { path });
    const { load } = await import('../../src/playbook/index.ts');
    const text = String(body.content);
    const found = load(text).playbook;
    if (!found) throw new Error('the playbook is invalid');
    const catalog = { catalogId: String(body.catalog_id), version: Number(body.version) };
    const id = await server.test.engine.start({ playbook: found, text, source: path, payload: {}, catalog });
    await server.test.engine.ended(id);
    return id;
  };

  it('archives what executions ran, deletes the rest, and is the same twice', async () => {
    const server = new CatalogServer({ tools: { noop: () => ({ status: 'ok', data: null }) } });
    await server.register(playbook('a'));
    await run(server, 'a');
    await server.register(playbook('a', 'workload: { b: 1 }'));
    expect(await server.post('delete', { path: 'a' })).toMatchObject({
      status: 200,
      body: { status: 'success', deleted: [{ version: 2 }], archived: [{ version: 1 }], count: 2 },
    });
    expect(await server.post('delete', { path: 'a' })).toMatchObject({ status: 200, body: { count: 0 } });
    expect(await server.paths({})).toEqual([]);
    expect(await server.paths({ include_archived: true })).toEqual(['a@1']);
    expect((await server.post('resource', { path: 'a' })).status).toBe(404);
    expect(await server.post('restore', { path: 'a', version: '1' })).toMatchObject({
      body: { restored: [{ version: 1 }], count: 1 },
    });
    expect(await server.paths({})).toEqual(['a@1']);
  });

  it('takes `latest` neither for one version nor for all', async () => {
    const server = new CatalogServer();
    await server.register(playbook('a'));
    for (const route of ['delete', 'restore'])
      expect(await server.post(route, { path: 'a', version: 'latest' })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('by its number') },
      });
    expect(await server.paths({})).toEqual(['a@1']);
  });

  it('records which version an execution ran', async () => {
    const server = new CatalogServer({ tools: { noop: () => ({ status: 'ok', data: null }) } });
    await server.register(playbook('a'));
    const { body } = await server.register(playbook('a', 'workload: { b: 1 }'));
    const [started] = await server.test.events(await run(server, 'a'));
    expect(started).toMatchObject({ catalogId: body.catalog_id, version: '2', path: 'a' });
  });

  it('warns of playbooks that call what is gone', async () => {
    const server = new CatalogServer();
    await server.register(playbook('lib/x'));
    await server.register(caller('shop/order', 'lib/x'));
    expect((await server.post('delete', { path: 'lib/x' })).body.warnings).toEqual([
      "'shop/order' calls 'lib/x', which is not there any more",
    ]);
  });

  it('takes the id of one version, or a path', async () => {
    const server = new CatalogServer();
    const { body } = await server.register(playbook('shop/order'));
    await server.register(playbook('shop/order', 'workload: { a: 1 }'));
    const one = await server.ask('DELETE', `/api/catalog/playbooks/${body.catalog_id}`);
    expect(one).toMatchObject({ status: 200, body: { deleted: [{ version: 1 }] } });
    const rest = await server.ask('DELETE', '/api/catalog/playbooks/shop%2Forder');
    expect(rest).toMatchObject({ body: { path: 'shop/order', deleted: [{ version: 2 }] } });
  });
});

describe('what a playbook depends on', () => {
  it('is told with whether it is there', async () => {
    const server = new CatalogServer();
    await server.register(caller('shop/order', './bill@1'));
    const ask = () => server.get('dependencies?path=shop/order');
    expect((await ask()).body).toMatchObject({
      calls: [{ step: 'go', path: 'shop/bill', version: 1, registered: false }],
      called_by: [],
    });
    await server.register(playbook('shop/bill'));
    expect((await ask()).body).toMatchObject({ calls: [{ registered: true }] });
    expect((await server.get('dependencies?path=shop/bill')).body).toMatchObject({
      called_by: [{ path: 'shop/order', version: 1 }],
    });
  });
});

describe('two versions', () => {
  it('are compared by text and by graph', async () => {
    const server = new CatalogServer();
    await server.register(playbook('a'));
    expect((await server.get('diff?path=a')).status).toBe(422);
    await server.register(`${playbook('a')}  - step: more\n    tool: { kind: noop }\n`);
    const { body } = await server.get('diff?path=a');
    expect(body).toMatchObject({
      from: 1,
      to: 2,
      same_text: false,
      same_model: false,
      graph: { sections: [], steps: { added: ['more'], removed: [], changed: [] } },
    });
    expect(body.text).toMatch(/^--- a@1\n\+\+\+ a@2\n@@ .*\n(.|\n)*\n\+ {2}- step: more\n/);
    expect((await server.get('diff?path=a&from=2&to=2')).body).toMatchObject({ same_text: true, text: '' });
    await server.register(`# a comment\n${playbook('a')}`);
    expect((await server.get('diff?path=a&from=1')).body).toMatchObject({
      same_text: false,
      same_model: true,
    });
  });
});

describe('what a GUI asks', () => {
  it('gets the form of a playbook', async () => {
    const server = new CatalogServer();
    await server.register(
      playbook('shop/order', 'workload:\n  size: b # ui:enum=[a, b]\n  key: # ui:secret\n'),
    );
    expect(await server.get('shop/order/ui_schema')).toMatchObject({
      status: 200,
      body: {
        path: 'shop/order',
        version: 1,
        kind: 'playbook',
        title: 'order',
        description_markdown: 'Takes orders.',
        exposed_in_ui: false,
        fields: [
          { name: 'size', kind: 'enum', options: ['a', 'b'], default: 'b', secret: false },
          { name: 'key', kind: 'null', secret: true },
        ],
      },
    });
    expect((await server.get('shop/order/ui_schema?version=9')).status).toBe(404);
    expect((await server.get('shop/order/nothing')).status).toBe(404);
  });

  it('reads and writes the text of a playbook', async () => {
    const server = new CatalogServer();
    const { body } = await server.register(playbook('shop/order'));
    const text = playbook('shop/order');
    for (const id of ['shop%2Forder', body.catalog_id])
      expect((await server.get(`playbook/content?playbook_id=${id}`)).body).toMatchObject({ content: text });
    const url = '/api/catalog/playbook/content?playbook_id=shop/order';
    const changed = playbook('shop/order', 'workload: { a: 1 }');
    expect(await server.ask('PUT', url, { content: changed })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect(await server.ask('PUT', url, { content: playbook('else') })).toMatchObject({ status: 409 });
    expect(await server.ask('PUT', '/api/catalog/playbook', { content: text })).toMatchObject({
      body: { version: 3 },
    });
  });

  it('is told whether a text is valid, and everything that is wrong with it', async () => {
    const server = new CatalogServer();
    expect(await server.post('playbooks/validate', { content: playbook('a') })).toMatchObject({
      status: 200,
      body: { valid: true, errors: [] },
    });
    const { body } = await server.post('playbooks/validate', { content: BROKEN });
    expect(body).toMatchObject({ valid: false, problems: [{ line: 7 }, { line: 10 }] });
    expect(body.errors).toHaveLength(2);
    expect(await server.paths({})).toEqual([]);
  });
});
