import type { GraphRule } from '../rule.ts';
import { quoted } from './step-words.ts';

/** The final step runs once after everything. An arc to it would run it a second time, and early. */
export const arcToFinalStep: GraphRule = {
  codes: ['arc_to_final_step'],
  check(playbook, _graph, report) {
    const { finalStep } = playbook.executor;
    if (finalStep === undefined) return;
    const name = quoted(finalStep);
    if (playbook.entry === finalStep)
      report(
        'arc_to_final_step',
        [playbook.executor, 'finalStep'],
        `${name} is both the entry step and the final step, so it would run twice`,
        'name another step in `entry_step` or in `final_step`',
      );
    for (const step of playbook.workflow) {
      for (const arc of step.next.arcs) {
        if (arc.target.kind !== 'step' || arc.target.step !== finalStep) continue;
        report(
          'arc_to_final_step',
          arc,
          `${quoted(step.name)} leads to ${name}, but the final step runs by itself after everything`,
          hint(finalStep),
        );
      }
    }
  },
};

function hint(finalStep: string): string {
  return finalStep === 'end'
    ? 'remove `final_step: end`: `end` runs last without it; or keep it and remove this arc'
    : `remove the arc: ${quoted(finalStep)} runs once at the end anyway, also after a failure`;
}
