import { isMap, type MapNode } from '../read/node.ts';
import type { Pass } from './pass.ts';
import { normaliseCallFields } from './task-arguments.ts';

/** What decides how fields of a call are read. */
const ABOUT_THE_CALL: readonly string[] = ['kind', 'method'];

/** What `paginate.next` changes is spelled as in the task itself, and goes where the task has it. */
export const normaliseNextCall: Pass = (task, context) => {
  const paginate = task.get('paginate');
  const next = isMap(paginate) ? paginate.get('next') : undefined;
  if (!isMap(paginate) || !isMap(next)) return task;
  const borrowed = ABOUT_THE_CALL.filter(key => task.has(key) && !next.has(key));
  const whole = borrowed.reduce((result, key) => result.with(key, task.get(key)!), next);
  const renamed = normaliseCallFields(whole, context).without(...borrowed);
  return task.with('paginate', paginate.with('next', intoItsBody(renamed, task)));
};

/** Of several bodies one is sent, and `body` is the last of them: the first page would be sent again. */
function intoItsBody(next: MapNode, task: MapNode): MapNode {
  const sent = ['json', 'form'].find(key => task.has(key));
  const isOther = sent !== undefined && next.has('body') && !next.has(sent);
  return isOther ? next.renamed('body', sent) : next;
}
