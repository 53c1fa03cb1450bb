import { tasksOf } from '../model-walk.ts';
import type { CheckRule } from './context.ts';

export const taskNames: CheckRule = {
  codes: ['task_twice'],
  check({ playbook, report }) {
    for (const step of playbook.workflow) {
      const seen = new Set<string>();
      for (const task of tasksOf(step)) {
        if (seen.has(task.name)) {
          const message = `there is another task called \`${task.name}\` above`;
          report('task_twice', task, message, 'names of tasks are unique in their pipeline');
        }
        seen.add(task.name);
      }
    }
  },
};
