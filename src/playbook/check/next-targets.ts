import type { CheckRule } from './context.ts';

export const nextTargets: CheckRule = {
  codes: ['next_unknown_step'],
  check({ playbook, report, names: suggest }) {
    const names = new Set(playbook.workflow.map(step => step.name));
    for (const step of playbook.workflow) {
      for (const arc of step.next.arcs) {
        if (arc.target.kind === 'exit' || names.has(arc.target.step)) continue;
        const { step: target } = arc.target;
        report(
          'next_unknown_step',
          arc,
          `no step is called \`${target}\``,
          suggest.didYouMean(target, names),
        );
      }
    }
  },
};
