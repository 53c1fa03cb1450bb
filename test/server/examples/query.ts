import type { ChapterExamples } from './example.ts';

export const queryExamples: ChapterExamples<'query'> = {
  'query.run': () => ({ body: { query: 'SELECT 1 AS one' } }),
  'query.postgres': () => ({ body: { query_base64: 'U0VMRUNUIDE=', schema: 'noetl' } }),
};
