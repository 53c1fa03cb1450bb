import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

const CONTENT = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: orders, path: shop/orders }
keychain:
  - { name: shop, kind: oauth2, endpoint: "https://id.example.com/token", client_id: me, client_secret: them }
workflow:
  - { step: a, tool: { kind: signal, name: go, timeout: 1d } }
`;
const SECRET = {
  data: { access_token: 'very-secret-token', scope: 'read', nested: { refresh_token: 'very-secret-too' } },
  expires_in: 60,
};

async function open() {
  const server = new TestServer({
    tools: {
      signal: () => ({
        status: 'parked',
        waitsFor: { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined },
      }),
    },
  });
  const { body } = await server.ask('POST', '/api/catalog/register', { content: CONTENT });
  const { catalog_id: id } = body as { catalog_id: string };
  const url = `/api/keychain/${id}/shop`;
  return { server, id, url };
}

const textOf = (answer: { readonly body: unknown }): string => JSON.stringify(answer.body);

describe('POST /api/keychain/{catalog_id}/{name}', () => {
  it('puts a secret that is never shown', async () => {
    const { server, id, url } = await open();
    const answer = await server.ask('POST', url, SECRET);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        keychain_name: 'shop',
        cache_key: `shop:${id}:global`,
        credential_type: 'oauth2',
        cache_type: 'token',
        source: 'given',
        ttl_seconds: 60,
      },
    });
    expect(textOf(answer)).not.toContain('very-secret');
    const [kept] = await server.test.stores.keychain.list();
    expect(await server.test.stores.keychain.open(kept?.id ?? '', 1)).toMatchObject({ fields: SECRET.data });
  });

  it('takes the words of older servers', async () => {
    const { server, url } = await open();
    const body = {
      ...{ token_data: { token: 'very-secret-token' }, ttl_seconds: 90, scope_type: 'catalog' },
      ...{ cache_type: 'secret', credential_type: 'bearer', auto_renew: true },
      renew_config: { endpoint: 'https://id.example.com/renew', data: { refresh_token: 'very-secret-too' } },
    };
    expect(await server.ask('POST', url, body)).toMatchObject({
      body: { scope_type: 'global', cache_type: 'secret', credential_type: 'bearer', auto_renew: true },
    });
    const shown = await server.ask('GET', url);
    expect(shown.body).toMatchObject({
      renew_config: { endpoint: 'https://id.example.com/renew', data: { refresh_token: '***' } },
    });
  });

  it('keeps a local one for an execution of this playbook that has not ended', async () => {
    const { server, url } = await open();
    const { body } = await server.ask('POST', '/api/execute', { path: 'shop/orders' });
    const { execution_id: execution } = body as { execution_id: string };
    const local = { ...SECRET, scope_type: 'local', execution_id: execution };
    expect(await server.ask('POST', url, local)).toMatchObject({
      status: 200,
      body: { scope_type: 'local', execution_id: execution },
    });
    expect(await server.ask('GET', `${url}?execution_id=${execution}`)).toMatchObject({
      body: { status: 'found', scope_type: 'local' },
    });
    expect(await server.ask('GET', `${url}?scope_type=global`)).toMatchObject({
      body: { status: 'not_found' },
    });
    await server.ask('POST', `/api/executions/${execution}/cancel`);
    await server.test.engine.ended(execution);
    expect(await server.ask('POST', url, local)).toMatchObject({ status: 409 });
  });

  it.each([
    [{ ...SECRET, data: {} }, 'data'],
    [{ ...SECRET, expires_at: 'soon' }, 'expires_at'],
    [{ ...SECRET, expires_at: '1970-01-01T00:00:00Z' }, 'expires_at'],
    [{ ...SECRET, scope_type: 'local' }, 'execution_id'],
    [{ ...SECRET, scope_type: 'local', execution_id: '17' }, 'execution_id'],
    [{ ...SECRET, renew_config: { data: {} } }, 'renew_config.endpoint'],
    [{ ...SECRET, renew_config: { endpoint: 'https://id.example.com' } }, 'renew_config.data'],
  ])('says what is wrong, and stores nothing: %#', async (body, where) => {
    const { server, url } = await open();
    const answer = await server.ask('POST', url, body);
    expect(answer).toMatchObject({ status: 422, body: { problems: [{ where }] } });
    expect(textOf(answer)).not.toContain('very-secret');
    expect(await server.test.stores.keychain.list()).toEqual([]);
  });

  it('refuses a name that the playbook does not have: nobody would read it', async () => {
    const { server, id } = await open();
    expect(await server.ask('POST', `/api/keychain/${id}/other`, SECRET)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("none of the keychain of 'shop/orders', which has: shop") },
    });
  });

  it('refuses what is far too long', async () => {
    const { server, url } = await open();
    const data = { token: 'x'.repeat(300_000) };
    expect(await server.ask('POST', url, { data })).toMatchObject({ status: 413 });
  });
});

describe('GET /api/keychain/{catalog_id}/{name}', () => {
  it('shows which fields there are, masked, and counts', async () => {
    const { server, id, url } = await open();
    await server.ask('POST', url, SECRET);
    await server.ask('GET', url);
    const answer = await server.ask('GET', url);
    const data = { access_token: '***', scope: 'read', nested: { refresh_token: '***' } };
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'found', catalog_id: id, data, token_data: data, access_count: 2, expired: false },
    });
    expect(textOf(answer)).not.toContain('very-secret');
  });

  it('is found, expired or not there, and never a 404', async () => {
    const { server, id, url } = await open();
    expect(await server.ask('GET', url)).toMatchObject({
      status: 200,
      body: { status: 'not_found', catalog_id: id, keychain_name: 'shop' },
    });
    const { keychain, catalog } = server.test.stores;
    const playbook = (await catalog.findById(id))?.hash ?? '';
    const past = { expiresAt: 1, fields: {}, asked: 'x', autoRenew: false, renewConfig: undefined };
    await keychain.put(
      {
        ...past,
        playbook,
        name: 'shop',
        scope: 'global',
        executionId: undefined,
        kind: 'oauth2',
        holds: 'token',
      },
      0,
    );
    expect(await server.ask('GET', url)).toMatchObject({
      status: 200,
      body: { status: 'expired', expired: true, ttl_seconds: 0, source: 'resolved' },
    });
  });

  it('is a 404 where the catalog has no such entry', async () => {
    const { server } = await open();
    for (const id of ['17', 'none', '99999999999999999999']) {
      expect(await server.ask('GET', `/api/keychain/${id}/shop`)).toMatchObject({ status: 404 });
      expect(await server.ask('GET', `/api/keychain/catalog/${id}`)).toMatchObject({ status: 404 });
      expect(await server.ask('DELETE', `/api/keychain/${id}/shop`)).toMatchObject({ status: 404 });
      expect(await server.ask('POST', `/api/keychain/${id}/shop`, SECRET)).toMatchObject({ status: 404 });
    }
  });
});

describe('GET /api/keychain/catalog/{catalog_id}', () => {
  it('lists without values', async () => {
    const { server, id, url } = await open();
    await server.ask('POST', url, SECRET);
    const answer = await server.ask('GET', `/api/keychain/catalog/${id}`);
    expect(answer).toMatchObject({
      body: {
        catalog_id: id,
        total: 1,
        entries: [{ keychain_name: 'shop', expired: false, access_count: 0 }],
      },
    });
    expect(textOf(answer)).not.toContain('very-secret');
    expect(await server.ask('GET', `/api/keychain/catalog/${id}?scope_type=local`)).toMatchObject({
      body: { total: 0, entries: [] },
    });
  });
});

describe('DELETE /api/keychain/{catalog_id}/{name}', () => {
  it('drops the secret, so that it is resolved anew', async () => {
    const { server, id, url } = await open();
    await server.ask('POST', url, SECRET);
    expect(await server.ask('DELETE', `${url}?scope_type=local`)).toMatchObject({
      status: 200,
      body: { status: 'not_found' },
    });
    expect(await server.ask('DELETE', url)).toMatchObject({
      status: 200,
      body: { status: 'deleted', catalog_id: id, keychain_name: 'shop', deleted: 1 },
    });
    expect(await server.ask('DELETE', url)).toMatchObject({ body: { status: 'not_found', deleted: 0 } });
  });
});
