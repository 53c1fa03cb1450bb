import type { ChapterExamples } from './example.ts';

export const docsExamples: ChapterExamples<'docs'> = {
  'docs.openapi': () => ({}),
  'docs.page': () => ({}),
};
