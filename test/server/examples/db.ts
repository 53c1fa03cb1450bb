import type { ChapterExamples } from './example.ts';

export const dbExamples: ChapterExamples<'db'> = {
  'db.init': () => ({}),
  'db.validate': () => ({}),
};
