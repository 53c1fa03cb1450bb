import type { TestServer } from '../../support/test-server.ts';
import type { ChapterExamples, ExampleRequest } from './example.ts';
import { endedExecution, waitingExecution } from './execution.ts';

const ended = async (server: TestServer): Promise<ExampleRequest> => ({
  params: { id: await endedExecution(server) },
});

const waiting = async (server: TestServer): Promise<ExampleRequest> => ({
  params: { id: await waitingExecution(server) },
  body: {},
});

export const executionsExamples: ChapterExamples<'executions'> = {
  'executions.list': async server => {
    await endedExecution(server);
    return {};
  },
  'executions.get': ended,
  'executions.events': ended,
  'executions.status': ended,
  'executions.cancellation_check': ended,
  'executions.cancel': waiting,
  'executions.stop': waiting,
  'executions.pause': waiting,
  'executions.resume': waiting,
  'executions.finalize': waiting,
  'executions.signal': async server => ({
    params: { id: await waitingExecution(server), name: 'go' },
    body: { data: 1 },
  }),
  'executions.rerun': async server => ({ ...(await ended(server)), body: {} }),
  'executions.cleanup': () => ({ body: {} }),
  'executions.explain': ended,
  'executions.state': ended,
  'executions.diff': ended,
  'executions.logs': ended,
  'executions.graph': ended,
  'executions.analyze': async server => ({ ...(await ended(server)), body: {} }),
  'executions.replay_state': async server => ({ query: { execution_id: await endedExecution(server) } }),
  'executions.render': async server => ({
    body: { execution_id: await endedExecution(server), template: '{{ workload.name }}' },
  }),
};
