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
  'results.stats': () => ({}),
  'results.delete': async server => ({ params: { execution_id: await endedExecution(server) } }),
  'results.delete_step': async server => ({
    params: { execution_id: await endedExecution(server), step: 'start' },
  }),
  'results.loop': async server => ({
    query: { execution_id: await endedExecution(server), step_name: 'start' },
  }),
};

/** The same requests under the older name. */
export const tempExamples: ChapterExamples<'temp'> = {
  'temp.put': resultsExamples['results.put'],
  'temp.resolve': resultsExamples['results.resolve'],
  'temp.stats': resultsExamples['results.stats'],
  'temp.list': resultsExamples['results.list'],
  'temp.get': resultsExamples['results.get'],
  'temp.delete': resultsExamples['results.delete'],
  'temp.delete_step': resultsExamples['results.delete_step'],
};
