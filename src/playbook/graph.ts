import { type Landmarks, listArcs } from './graph/arc-table.ts';
import { walkDepthFirst } from './graph/depth-first-walk.ts';
import { findLoops } from './graph/loop-forest.ts';
import { routingOrder } from './graph/routing-order.ts';
import { StaticGraph } from './graph/static-graph.ts';
import type { Graph, StepIndex } from './graph-types.ts';
import type { Playbook } from './model.ts';

export { stepSet } from './graph/step-set.ts';

/** The name of the step that leaves continue to and that runs last. */
const END = 'end';

/**
 * The static part of routing. Building is nearly linear in the number of arcs; the sets that a question
 * needs (`waitsFor`, `turnWaitsFor`, `reachableFrom`) are computed when it is first asked.
 */
export function buildGraph(playbook: Playbook): Graph {
  const names = playbook.workflow.map(step => step.name);
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const landmarks = findLandmarks(playbook, indexOf);
  const arcs = listArcs(playbook, indexOf, landmarks);
  const walk = walkDepthFirst(arcs, landmarks.entry);
  const forest = findLoops(arcs, walk);
  const order = routingOrder(forest, walk);
  return new StaticGraph({ names, indexOf, landmarks, arcs, walk, forest, order });
}

function findLandmarks(playbook: Playbook, indexOf: ReadonlyMap<string, StepIndex>): Landmarks {
  const { finalStep } = playbook.executor;
  return {
    entry: indexOf.get(playbook.entry) ?? 0,
    end: indexOf.get(END),
    finalStep: finalStep === undefined ? undefined : indexOf.get(finalStep),
  };
}
