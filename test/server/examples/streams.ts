import type { ChapterExamples } from './example.ts';
import { endedExecution } from './execution.ts';

export const streamsExamples: ChapterExamples<'streams'> = {
  'streams.execution': async server => ({ params: { id: await endedExecution(server) } }),
  'streams.all': () => ({ query: { last_event_id: '1', limit: '1' } }),
  'streams.logs': async server => ({ params: { id: await endedExecution(server) } }),
};
