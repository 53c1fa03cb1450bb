import type { TestServer } from '../../support/test-server.ts';
import { WORKFLOW } from './example.ts';

/** An execution that has ended. */
export async function endedExecution(server: TestServer): Promise<string> {
  const id = await server.test.start(WORKFLOW);
  await server.test.engine.ended(id);
  return id;
}

/** One that has not ended: it waits for its second attempt, and nobody moves the clock. */
export async function waitingExecution(server: TestServer): Promise<string> {
  return server.test.start(`
workload: { name: world }
workflow:
  - step: start
    tool: { kind: echo }
    retry: { max_attempts: 2, initial_delay: 60, when: "{{ true }}" }
`);
}
