import type { ChapterExamples } from './example.ts';
import { waitingExecution } from './execution.ts';

const event = { name: 'customer.created', payload: { id: 1 } };

export const eventsExamples: ChapterExamples<'events'> = {
  'events.send': async server => ({ body: { execution_id: await waitingExecution(server), ...event } }),
  'events.batch': async server => ({
    body: { execution_id: await waitingExecution(server), events: [event, event] },
  }),
};
