import type { Graph, StepIndex } from '../../graph-types.ts';
import type { GraphRule } from '../rule.ts';
import { isReachable, listed, quoted, stepAt } from './step-words.ts';

export const stepUnreachable: GraphRule = {
  codes: ['step_unreachable'],
  check(playbook, graph, report) {
    for (let step = 0; step < graph.size; step++) {
      if (step === graph.finalStep || isReachable(graph, step)) continue;
      // A step without a name cannot be led to; that it has none is said elsewhere.
      if (graph.names[step] === '') continue;
      const name = quoted(graph.names[step]!);
      report(
        'step_unreachable',
        stepAt(playbook, step),
        `no arc leads from the entry step ${quoted(graph.names[graph.entry]!)} to ${name}, so it never runs`,
        hint(graph, step),
      );
    }
  },
};

function hint(graph: Graph, step: StepIndex): string {
  const sources = new Set(graph.incoming[step]!.map(arc => arc.from).filter(from => from !== step));
  const name = quoted(graph.names[step]!);
  return sources.size === 0
    ? `name ${name} in the \`next\` of the step it follows, or remove it`
    : `it is reached only from ${listed([...sources].map(from => graph.names[from]!))}, which cannot be reached either`;
}
