import type { Step, Task } from '../model.ts';
import { tasksOf } from '../model-walk.ts';
import type { CheckRule } from './context.ts';

/** These wait for what they start by themselves. */
const WAITING_KINDS: ReadonlySet<string> = new Set(['wait', 'signal', 'approval', 'playbook', 'playbooks']);

/** The wait for a callback ends the command, and the tool must have run for anybody to call. */
export const callbackPlace: CheckRule = {
  codes: ['callback_place'],
  check({ playbook, report }) {
    for (const step of playbook.workflow) {
      for (const task of tasksOf(step)) {
        const sinks = [task.sink, task.paginate?.sink].filter(sink => sink?.callback);
        for (const sink of sinks)
          report('callback_place', sink!.callback!, 'a sink cannot wait for a callback');
        const problem = task.callback && problemOf(task, step);
        if (problem) report('callback_place', task.callback!, ...problem);
      }
    }
  },
};

function problemOf(task: Task, step: Step): readonly [message: string, hint: string] | undefined {
  if (WAITING_KINDS.has(task.kind))
    return [`a task of kind \`${task.kind}\` has nothing that could call back`, 'leave `callback` away'];
  if (task.cache)
    return [
      'a task whose result is remembered does not run again, so nobody would call back',
      'remove `cache`',
    ];
  if (tasksOf(step).at(-1) === task) return undefined;
  return [
    'only the last task of a pipeline can wait for a callback',
    'move the tasks after it to the next step',
  ];
}
