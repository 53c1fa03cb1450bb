import { type ChapterExamples, PLAYBOOK } from './example.ts';

const body = { content: PLAYBOOK };

export const executeExamples: ChapterExamples<'execute'> = {
  'execute.start': () => ({ body }),
  'execute.run': () => ({ body }),
  'execute.run_resource': () => ({ params: { resource_type: 'playbook' }, body }),
  'execute.batch': () => ({ body: { executions: [body, { path: 'missing' }] } }),
};
