import type { Graph, GraphArc, StepIndex } from '../../graph-types.ts';
import type { Playbook } from '../../model.ts';
import type { GraphRule } from '../rule.ts';
import { arcsOfEverySuccess } from './arc-trigger.ts';
import { isReachable, stepAt, wayRound, writtenArc } from './step-words.ts';

/** A circle of arcs that are taken after every success: once entered, it ends only by a failure or a cap. */
export const loopWithoutCondition: GraphRule = {
  codes: ['loop_without_condition'],
  check(playbook, graph, report) {
    for (const circle of endlessCircles(graph, certainArcs(playbook, graph))) {
      const names = circle.map(arc => graph.names[arc.from]!);
      const closing = circle.at(-1)!;
      report(
        'loop_without_condition',
        writtenArc(playbook, closing) ?? stepAt(playbook, closing.from),
        names.length === 1
          ? `${wayRound(names)} never ends: the arc has no condition`
          : `${wayRound(names)} never ends: none of these arcs has a condition`,
        'give one of these arcs a `when`, or put an arc with a `when` that leaves the loop before it',
      );
    }
  },
};

function certainArcs(playbook: Playbook, graph: Graph): readonly (readonly GraphArc[])[] {
  return graph.outgoing.map((arcs, step) => {
    if (graph.heads(step).size === 0) return [];
    const certain = new Set(arcsOfEverySuccess(stepAt(playbook, step).next));
    return arcs.filter(({ origin }) => origin.kind === 'explicit' && certain.has(origin.arc));
  });
}

const ON_PATH = 1;
const DONE = 2;

/** Circles that share no step, so that one mistake is told once. */
function endlessCircles(
  graph: Graph,
  certain: readonly (readonly GraphArc[])[],
): readonly (readonly GraphArc[])[] {
  const circles: GraphArc[][] = [];
  const told = new Set<StepIndex>();
  const state = new Uint8Array(graph.size);
  const cursor = new Int32Array(graph.size);
  for (const root of graph.order) {
    if (state[root] !== 0 || certain[root]!.length === 0 || !isReachable(graph, root)) continue;
    const path: GraphArc[] = [];
    state[root] = ON_PATH;
    for (let step: StepIndex | undefined = root; step !== undefined; ) {
      const arc: GraphArc | undefined = certain[step]![cursor[step]!++];
      if (arc === undefined) {
        state[step] = DONE;
        step = path.pop()?.from;
      } else if (state[arc.to] === 0) {
        path.push(arc);
        state[arc.to] = ON_PATH;
        step = arc.to;
      } else if (state[arc.to] === ON_PATH) {
        const since = path.findIndex(({ from }) => from === arc.to);
        const circle = [...(since === -1 ? [] : path.slice(since)), arc];
        if (circle.some(({ from }) => told.has(from))) continue;
        for (const { from } of circle) told.add(from);
        circles.push(circle);
      }
    }
  }
  return circles;
}
