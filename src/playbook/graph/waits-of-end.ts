import type { Graph, GraphArc, StepIndex, StepSet } from '../graph-types.ts';
import { type LoopForest, NONE } from './loop-forest.ts';
import { BitSet } from './step-set.ts';

/**
 * W(end): besides what can still reach `end`, every step (but the final one) that does not itself come
 * after `end` in this turn, that is, every x with `end` not in W(x).
 */
export function waitsOfEnd(
  reaching: StepSet,
  end: StepIndex,
  graph: Pick<Graph, 'size' | 'outgoing' | 'finalStep' | 'heads'>,
  forest: LoopForest,
): StepSet {
  const after = comingAfter(end, graph, forest);
  const waits = new BitSet(graph.size);
  for (let step = 0; step < graph.size; step++) {
    const added = step !== graph.finalStep && !after.has(step);
    if (step !== end && (added || reaching.has(step))) waits.add(step);
  }
  return waits;
}

/**
 * All x with `start` in W(x), found in one pass instead of one set per step. Once a loop is entered, all
 * of it is live, so every arc out of it may be taken; inside it, only what is reached without a new turn
 * counts as coming after.
 */
function comingAfter(
  start: StepIndex,
  graph: Pick<Graph, 'size' | 'outgoing' | 'heads'>,
  forest: LoopForest,
): BitSet {
  const exits = arcsByLoopTheyLeave(graph, forest);
  const after = new BitSet(graph.size);
  const entered = new BitSet(graph.size);
  const pending = [start];
  const follow = (arc: Pick<GraphArc, 'to' | 'back'>): void => {
    if (!arc.back && after.add(arc.to)) pending.push(arc.to);
  };
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    graph.outgoing[step]!.forEach(follow);
    for (const head of graph.heads(step)) {
      if (!entered.add(head)) break; // the loops around it were entered with it
      exits.get(head)?.forEach(follow);
    }
  }
  return after;
}

/** Arcs out of loops by the head of the outermost loop they leave. */
function arcsByLoopTheyLeave(
  graph: Pick<Graph, 'outgoing'>,
  { isHead, around, firstInto, nextInto, source }: LoopForest,
): ReadonlyMap<StepIndex, readonly GraphArc[]> {
  const rows = graph.outgoing.flat();
  const exits = new Map<StepIndex, GraphArc[]>();
  for (let member = 0; member < around.length; member++) {
    for (let row = firstInto[member]!; row !== NONE; row = nextInto[row]!) {
      const left = source[row]!;
      if (!isHead[left] || left === around[member]) continue;
      const known = exits.get(left);
      if (known === undefined) exits.set(left, [rows[row]!]);
      else known.push(rows[row]!);
    }
  }
  return exits;
}
