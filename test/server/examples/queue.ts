import type { ChapterExamples } from './example.ts';
import { endedExecution } from './execution.ts';

const body = { name: 'pool-1' };

export const queueExamples: ChapterExamples<'queue'> = {
  'queue.list': async server => {
    await endedExecution(server);
    return {};
  },
  'queue.size': () => ({}),
  'queue.pools': () => ({}),
  'queue.register_pool': () => ({ body }),
  'queue.pool_heartbeat': async server => {
    await server.ask('POST', '/api/worker/pool/register', body);
    return { body };
  },
  'queue.deregister_pool_by_post': async server => {
    await server.ask('POST', '/api/worker/pool/register', body);
    return { body };
  },
  'queue.deregister_pool': async server => {
    await server.ask('POST', '/api/worker/pool/register', body);
    return { body };
  },
};
