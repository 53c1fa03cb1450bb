import type { FastifyRequest } from 'fastify';
import type { ExecuteBody } from '../execute/find-startable.ts';
import { startBatch } from '../execute/start-batch.ts';
import { type Executed, startExecution } from '../execute/start-execution.ts';
import { notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

/** What older servers called a playbook in addresses. */
const PLAYBOOK_WORDS: readonly string[] = ['playbook', 'playbooks', 'agent'];

export const executeHandlers: ChapterHandlers<'execute'> = {
  'execute.start': ({ services, body, request }) => execute(services, body, request),
  'execute.run': ({ services, body, request }) => execute(services, body, request),
  'execute.run_resource': ({ services, params, body, request }) => {
    if (PLAYBOOK_WORDS.includes(params.resource_type.toLowerCase())) return execute(services, body, request);
    throw notFound(`'${params.resource_type}' cannot be run; POST /api/execute runs playbooks`);
  },
  'execute.batch': async ({ services, body, request }) => {
    const results = await startBatch(services, body.executions, request.headers);
    services.onExecute?.({ entry: 'batch', outcomes: results.map(({ status }) => status) });
    const count = (status: string) => results.filter(item => item.status === status).length;
    return {
      count: results.length,
      started: count('started'),
      duplicates: count('duplicate'),
      failed: count('error'),
      results: [...results],
    };
  },
};

async function execute(
  services: ServerServices,
  body: ExecuteBody,
  { headers }: FastifyRequest,
): Promise<Executed> {
  const tell = (outcome: Executed['status'] | 'error') =>
    services.onExecute?.({ entry: 'execute', outcomes: [outcome] });
  try {
    const executed = await startExecution(services, body, headers);
    tell(executed.status);
    return executed;
  } catch (error) {
    tell('error');
    throw error;
  }
}
