import type { TestServer } from '../../support/test-server.ts';
import type { ChapterExamples } from './example.ts';
import { waitingExecution } from './execution.ts';

const withVariable = async (server: TestServer): Promise<string> => {
  const id = await waitingExecution(server);
  await server.ask('POST', `/api/vars/${id}`, { variables: { seen: 1 } });
  return id;
};

export const varsExamples: ChapterExamples<'vars'> = {
  'vars.list': async server => ({ params: { execution_id: await withVariable(server) } }),
  'vars.set': async server => ({
    params: { execution_id: await waitingExecution(server) },
    body: { variables: { seen: 1 } },
  }),
  'vars.clear': async server => ({ params: { execution_id: await withVariable(server) } }),
  'vars.get': async server => ({ params: { execution_id: await withVariable(server), name: 'seen' } }),
  'vars.delete': async server => ({ params: { execution_id: await withVariable(server), name: 'seen' } }),
};
