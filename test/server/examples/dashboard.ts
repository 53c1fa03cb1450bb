import { type ChapterExamples, WORKFLOW } from './example.ts';

export const dashboardExamples: ChapterExamples<'dashboard'> = {
  'dashboard.stats': () => ({}),
  'dashboard.widgets': async server => {
    await server.test.run(WORKFLOW);
    return {};
  },
};
