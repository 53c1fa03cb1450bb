import { tasksOf } from '../model-walk.ts';
import type { CheckRule } from './context.ts';

export const jumpTargets: CheckRule = {
  codes: ['jump_target'],
  check({ playbook, report, names: suggest }) {
    for (const step of playbook.workflow) {
      const tasks = tasksOf(step);
      const names = tasks.map(task => task.name);
      for (const { then } of tasks.flatMap(task => task.policy.rules)) {
        if (then.do !== 'jump' || names.includes(then.to)) continue;
        const message = `no task of this pipeline is called \`${then.to}\``;
        report('jump_target', [then, 'to'], message, suggest.didYouMean(then.to, names));
      }
    }
  },
};
