import type { CheckRule } from './context.ts';

export const stepNames: CheckRule = {
  codes: ['step_twice'],
  check({ playbook, report }) {
    const seen = new Set<string>();
    for (const step of playbook.workflow) {
      if (step.name === '') continue;
      if (seen.has(step.name)) {
        report(
          'step_twice',
          step,
          `there is another step called \`${step.name}\` above`,
          'names of steps are unique',
        );
      }
      seen.add(step.name);
    }
  },
};
