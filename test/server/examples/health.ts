import type { ChapterExamples } from './example.ts';

export const healthExamples: ChapterExamples<'health'> = {
  'health.live': () => ({}),
  'health.ready': () => ({}),
  'health.status': () => ({}),
  'health.pool': () => ({}),
  'health.metrics': () => ({}),
};
