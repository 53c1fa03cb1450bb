import type { Graph } from '../../graph-types.ts';
import type { Picture } from '../picture.ts';

/**
 * The level of each node: below everything that leads to it (back arcs aside), as high as that allows.
 * The final step comes below everything.
 */
export function ranksOf({ nodes, arcs }: Picture, graph: Graph): readonly number[] {
  const ranks = nodes.map(() => 0);
  const forward: number[][] = nodes.map(() => []);
  for (const arc of arcs) if (!arc.isBack) forward[arc.from]!.push(arc.to);
  for (const step of graph.order)
    for (const to of forward[step]!) ranks[to] = Math.max(ranks[to]!, ranks[step]! + 1);
  lowerLooseEnds(ranks, forward, graph);
  if (graph.finalStep !== undefined && graph.size > 1) {
    ranks[graph.finalStep] = 0;
    ranks[graph.finalStep] = ranks.reduce((a, b) => Math.max(a, b)) + 1;
  }
  return ranks;
}

/** A step that nothing leads to stands just above what it leads to, not beside the entry. */
function lowerLooseEnds(ranks: number[], forward: readonly (readonly number[])[], graph: Graph): void {
  for (const step of graph.order) {
    if (step === graph.entry || graph.incoming[step]!.some(arc => !arc.back)) continue;
    const below = forward[step]!.reduce(
      (lowest, to) => Math.min(lowest, ranks[to]!),
      Number.POSITIVE_INFINITY,
    );
    if (Number.isFinite(below)) ranks[step] = below - 1;
  }
}
