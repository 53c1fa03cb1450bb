import type { Graph, GraphLoop, StepIndex } from '../../graph-types.ts';
import type { GraphRule } from '../rule.ts';
import { isReachable, listed, quoted, stepAt, writtenArc } from './step-words.ts';

/** With two ways in, the order of writing decides which step starts a turn, and so how often each runs. */
export const loopTwoEntries: GraphRule = {
  codes: ['loop_two_entries'],
  check(playbook, graph, report) {
    const told = new Set<StepIndex>();
    for (const loop of graph.loops) {
      // The outer loop's second entry is usually the cause of the inner one's: mend that first.
      if (loop.parent !== undefined && told.has(loop.parent)) {
        told.add(loop.head);
        continue;
      }
      const [arc] = reachableSideArcs(graph, loop);
      if (arc === undefined) continue;
      told.add(loop.head);
      const head = quoted(graph.names[loop.head]!);
      report(
        'loop_two_entries',
        writtenArc(playbook, arc) ?? stepAt(playbook, arc.from),
        `the loop of ${head} can be entered at ${listed(entryNames(graph, loop))}; a turn starts at ${head} only because it is reached first in the order of writing`,
        `lead every way into the loop through ${head}, or through a step without a tool before it`,
      );
    }
  },
};

const reachableSideArcs = (graph: Graph, { sideArcs }: GraphLoop) =>
  sideArcs.filter(({ from }) => isReachable(graph, from));

function entryNames(graph: Graph, loop: GraphLoop): readonly string[] {
  const steps = new Set([loop.head, ...reachableSideArcs(graph, loop).map(({ to }) => to)]);
  return [...steps].map(step => graph.names[step]!);
}
