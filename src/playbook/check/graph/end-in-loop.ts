import type { GraphRule } from '../rule.ts';
import { isReachable, listed, stepAt, writtenArc } from './step-words.ts';

export const endInLoop: GraphRule = {
  codes: ['end_in_loop'],
  check(playbook, graph, report) {
    const { end } = graph;
    if (end === undefined || !isReachable(graph, end)) return;
    const returning = graph.outgoing[end]!.filter(({ to }) => graph.canReach(to, end));
    const [first] = returning;
    if (first === undefined) return;
    const names = [...new Set(returning.map(({ to }) => graph.names[to]!))];
    report(
      'end_in_loop',
      writtenArc(playbook, first) ?? stepAt(playbook, end),
      `\`end\` leads back to itself through ${listed(names)}, so it runs once per turn instead of once at the end`,
      'go back from a step before `end`, or give this step another name',
    );
  },
};
