import type { TestServer } from '../../support/test-server.ts';
import type { ChapterExamples } from './example.ts';

const CONTENT = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: orders, path: shop/orders }
keychain: [{ name: shop, kind: bearer, token: written }]
workflow: [{ step: a, tool: { kind: noop } }]
`;
const SECRET = { data: { access_token: 'very secret' }, expires_in: 60 };

async function registered(server: TestServer) {
  const { body } = await server.ask('POST', '/api/catalog/register', { content: CONTENT });
  return { params: { catalog_id: (body as { catalog_id: string }).catalog_id, name: 'shop' } };
}

async function stored(server: TestServer) {
  const { params } = await registered(server);
  await server.ask('POST', `/api/keychain/${params.catalog_id}/shop`, SECRET);
  return { params };
}

export const keychainExamples: ChapterExamples<'keychain'> = {
  'keychain.put': async server => ({ ...(await registered(server)), body: SECRET }),
  'keychain.list': stored,
  'keychain.get': stored,
  'keychain.remove': stored,
};
