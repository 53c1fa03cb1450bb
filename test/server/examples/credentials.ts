import type { TestServer } from '../../support/test-server.ts';
import type { ChapterExamples } from './example.ts';

const SHOP = { name: 'shop', type: 'bearer', data: { token: 'very secret' } };

async function stored(server: TestServer) {
  await server.ask('POST', '/api/credentials', SHOP);
  return { params: { name: 'shop' } };
}

export const credentialsExamples: ChapterExamples<'credentials'> = {
  'credentials.put': () => ({ body: SHOP }),
  'credentials.list': () => ({ query: { type: 'bearer' } }),
  'credentials.get': stored,
  'credentials.remove': stored,
};
