import type { Graph, GraphArc, StepIndex } from '../../graph-types.ts';
import type { Arc, Playbook, Router } from '../../model.ts';
import type { GraphRule } from '../rule.ts';
import { certaintyOf, isConsidered, OUTCOMES } from './arc-trigger.ts';
import { isReachable, listed, quoted, stepAt, writtenArc } from './step-words.ts';

/**
 * A step in a loop hands something on in every turn and goes on looping. If the step it hands to has one
 * source, that runs once per turn; a second source turns it into a join, which runs once, after the loop.
 */
export const loopExitJoins: GraphRule = {
  codes: ['loop_exit_joins'],
  check(playbook, graph, report) {
    for (const step of graph.order) {
      const staying = graph.outgoing[step]!.filter(({ to }) => graph.canReach(to, step));
      if (staying.length === 0 || !isReachable(graph, step)) continue;
      for (const exit of graph.outgoing[step]!) {
        const head = loopLeftWhileItTurns(playbook, graph, exit, staying);
        if (head === undefined) continue;
        const target = quoted(graph.names[exit.to]!);
        report(
          'loop_exit_joins',
          writtenArc(playbook, exit) ?? stepAt(playbook, step),
          `${target} runs once, after the loop of ${quoted(graph.names[head]!)} has ended, and not in every turn, because ${sourcesOf(graph, exit.to)} lead to it`,
          `to run ${target} in every turn let only ${quoted(graph.names[step]!)} lead to it; otherwise read \`arrivals\`, which has the arguments of every turn`,
        );
      }
    }
  },
};

/** Head of the loop that `exit` leaves while an arc taken together with it stays inside. */
function loopLeftWhileItTurns(
  playbook: Playbook,
  graph: Graph,
  exit: GraphArc,
  staying: readonly GraphArc[],
): StepIndex | undefined {
  // Arcs back to an outer head meet there by design, and `end` runs once for everybody.
  if (exit.back || exit.to === graph.end || graph.sources[exit.to]! < 2) return undefined;
  const { next } = stepAt(playbook, exit.from);
  const written = writtenArc(playbook, exit);
  for (const arc of staying) {
    const companion = writtenArc(playbook, arc);
    if (written === undefined || companion === undefined || !takenTogether(next, written, companion))
      continue;
    for (const head of loopsToLookAt(graph, arc))
      if (graph.loopOf(head)!.body.has(arc.to) && !graph.loopOf(head)!.body.has(exit.to)) return head;
  }
  return undefined;
}

/** The innermost loop around the step and, for an arc back, the loop it turns: tangles have thousands. */
function loopsToLookAt(graph: Graph, arc: GraphArc): readonly StepIndex[] {
  const [innermost] = graph.heads(arc.from);
  return [...(arc.back ? [arc.to] : []), ...(innermost === undefined ? [] : [innermost])];
}

/** Two arcs with conditions of their own may exclude each other: those are given the benefit of the doubt. */
function takenTogether({ mode }: Router, a: Arc, b: Arc): boolean {
  if (a === b || !OUTCOMES.some(outcome => isConsidered(a, outcome) && isConsidered(b, outcome)))
    return false;
  if (a.group === b.group) return true;
  return mode === 'inclusive' && (certaintyOf(a) === 'always' || certaintyOf(b) === 'always');
}

function sourcesOf(graph: Graph, step: StepIndex): string {
  const sources = [...new Set(graph.incoming[step]!.map(({ from }) => from))];
  return step === graph.entry
    ? `the start and ${listed(sources.map(from => graph.names[from]!))}`
    : listed(sources.map(from => graph.names[from]!));
}
