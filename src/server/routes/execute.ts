import { startBatch } from '../execute/start-batch.ts';
import { startExecution } from '../execute/start-execution.ts';
import { notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';

/** What older servers called a playbook in addresses. */
const PLAYBOOK_WORDS: readonly string[] = ['playbook', 'playbooks', 'agent'];

export const executeHandlers: ChapterHandlers<'execute'> = {
  'execute.start': ({ services, body, request }) => startExecution(services, body, request.headers),
  'execute.run': ({ services, body, request }) => startExecution(services, body, request.headers),
  'execute.run_resource': ({ services, params, body, request }) => {
    if (PLAYBOOK_WORDS.includes(params.resource_type.toLowerCase()))
      return startExecution(services, body, request.headers);
    throw notFound(`'${params.resource_type}' cannot be run; POST /api/execute runs playbooks`);
  },
  'execute.batch': async ({ services, body, request }) => {
    const results = await startBatch(services, body.executions, request.headers);
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
