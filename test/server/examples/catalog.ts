import type { TestServer } from '../../support/test-server.ts';
import { type ChapterExamples, PLAYBOOK } from './example.ts';

const path = 'examples/example';
const register = async (server: TestServer, text = PLAYBOOK): Promise<string> => {
  const { body } = await server.ask('POST', '/api/catalog/register', { content: text });
  return (body as { readonly catalog_id: string }).catalog_id;
};

export const catalogExamples: ChapterExamples<'catalog'> = {
  'catalog.register': () => ({ body: { content: PLAYBOOK } }),
  'catalog.agents': () => ({ body: {} }),
  'catalog.list': async server => {
    await register(server);
    return { body: {} };
  },
  'catalog.search': async server => {
    await register(server);
    return { query: { q: 'example' } };
  },
  'catalog.directories': async server => {
    await register(server);
    return {};
  },
  'catalog.resource': async server => ({ body: { catalog_id: await register(server) } }),
  'catalog.versions': async server => {
    await register(server);
    return { query: { path } };
  },
  'catalog.diff': async server => {
    await register(server);
    await register(server, PLAYBOOK.replace('world', 'moon'));
    return { query: { path, from: '1', to: '2' } };
  },
  'catalog.dependencies': async server => {
    await register(server);
    return { query: { path } };
  },
  'catalog.delete': async server => {
    await register(server);
    return { body: { path } };
  },
  'catalog.restore': async server => {
    const catalogId = await register(server);
    await server.ask('POST', '/api/catalog/resource', { catalog_id: catalogId });
    return { body: { path } };
  },
  'catalog.content': async server => ({ query: { playbook_id: await register(server) } }),
  'catalog.save_content': async server => ({
    query: { playbook_id: await register(server) },
    body: { content: PLAYBOOK.replace('world', 'moon') },
  }),
  'catalog.save': () => ({ body: { content: PLAYBOOK } }),
  'catalog.delete_playbook': async server => ({ params: { id: await register(server) } }),
  'catalog.validate': () => ({ body: { content: PLAYBOOK } }),
  'catalog.ui_schema': async server => {
    await register(server);
    return { params: { '*': `${path}/ui_schema` } };
  },
};
