import type { ChapterExamples } from './example.ts';
import { endedExecution } from './execution.ts';

const body = { name: 'report', data: { rows: 3 } };

export const resultsExamples: ChapterExamples<'results'> = {
  'results.put': async server => ({ params: { execution_id: await endedExecution(server) }, body }),
  'results.resolve': async server => {
    const id = await endedExecution(server);
    const answer = await server.ask('PUT', `/api/result/${id}`, body);
    return { query: { ref: (answer.body as { readonly ref: string }).ref } };
  },
  'results.list': async server => {
    const id = await endedExecution(server);
    await server.ask('PUT', `/api/result/${id}`, body);
    return { params: { execution_id: id } };
  },
  'results.get': async server => ({ params: { execution_id: await endedExecution(server), step: 'start' } }),
};
