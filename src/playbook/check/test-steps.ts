import { tasksOf } from '../model-walk.ts';
import type { CheckRule } from './context.ts';

export const testSteps: CheckRule = {
  codes: ['test_step'],
  check({ playbook, report, names: suggest }) {
    const steps = new Map(playbook.workflow.map(step => [step.name, step]));
    for (const { mocks, expect } of playbook.tests) {
      for (const mock of mocks) {
        const step = steps.get(mock.step);
        if (!step) {
          report(
            'test_step',
            mock,
            `no step is called \`${mock.step}\``,
            suggest.didYouMean(mock.step, steps.keys()),
          );
          continue;
        }
        const tasks = tasksOf(step).map(task => task.name);
        if (mock.task === undefined || tasks.includes(mock.task)) continue;
        const message = `\`${mock.step}\` has no task called \`${mock.task}\``;
        report('test_step', mock, message, suggest.didYouMean(mock.task, tasks));
      }
      for (const name of Object.keys(expect.steps)) {
        if (steps.has(name)) continue;
        report(
          'test_step',
          [expect.steps, name],
          `no step is called \`${name}\``,
          suggest.didYouMean(name, steps.keys()),
        );
      }
    }
  },
};
