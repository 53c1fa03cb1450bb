import type { ChapterHandlers } from '../implement.ts';
import { resultsHandlers } from './results.ts';

/** Aliases: the requests have the same parts and the same answers. */
export const tempHandlers: ChapterHandlers<'temp'> = {
  'temp.put': call => resultsHandlers['results.put']({ ...call }),
  'temp.resolve': call => resultsHandlers['results.resolve']({ ...call }),
  'temp.stats': call => resultsHandlers['results.stats']({ ...call }),
  'temp.list': call => resultsHandlers['results.list']({ ...call }),
  'temp.get': call => resultsHandlers['results.get']({ ...call }),
  'temp.delete': call => resultsHandlers['results.delete']({ ...call }),
  'temp.delete_step': call => resultsHandlers['results.delete_step']({ ...call }),
};
