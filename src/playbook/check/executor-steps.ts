import type { CheckRule } from './context.ts';

export const executorSteps: CheckRule = {
  codes: ['executor_step'],
  check({ playbook, report, names: suggest }) {
    const names = new Set(playbook.workflow.map(step => step.name));
    const { entry, executor } = playbook;
    if (names.size === 0) return;
    if (!names.has(entry)) {
      const message = `\`entry_step\` names \`${entry}\`, and no step is called so`;
      report('executor_step', [playbook, 'entry'], message, suggest.didYouMean(entry, names));
    }
    const { finalStep } = executor;
    if (finalStep !== undefined && !names.has(finalStep)) {
      const message = `\`final_step\` names \`${finalStep}\`, and no step is called so`;
      report('executor_step', [executor, 'finalStep'], message, suggest.didYouMean(finalStep, names));
    }
  },
};
