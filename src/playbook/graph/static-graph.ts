import type { Graph, GraphArc, GraphLoop, StepIndex, StepSet } from '../graph-types.ts';
import { type ArcTable, IMPLICIT, type Landmarks } from './arc-table.ts';
import type { Walk } from './depth-first-walk.ts';
import { type LoopForest, NONE } from './loop-forest.ts';
import { LoopNest } from './loop-nest.ts';
import { Reachability } from './reachability.ts';
import { waitsOfEnd } from './waits-of-end.ts';

export interface GraphParts {
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, StepIndex>;
  readonly landmarks: Landmarks;
  readonly arcs: ArcTable;
  readonly walk: Walk;
  readonly forest: LoopForest;
  readonly order: readonly StepIndex[];
}

export class StaticGraph implements Graph {
  readonly size: number;
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, StepIndex>;
  readonly entry: StepIndex;
  readonly end: StepIndex | undefined;
  readonly finalStep: StepIndex | undefined;
  readonly outgoing: readonly (readonly GraphArc[])[];
  readonly incoming: readonly (readonly GraphArc[])[];
  readonly order: readonly StepIndex[];
  readonly positionInOrder: readonly number[];
  readonly sources: readonly number[];
  readonly #parts: GraphParts;
  readonly #nest: LoopNest;
  readonly #reachability: Reachability;
  readonly #waits: (StepSet | undefined)[] = [];
  readonly #turnWaits: (StepSet | undefined)[] = [];

  constructor(parts: GraphParts) {
    const { arcs, walk, order } = parts;
    this.#parts = parts;
    this.size = arcs.steps;
    this.names = parts.names;
    this.indexOf = parts.indexOf;
    ({ entry: this.entry, end: this.end, finalStep: this.finalStep } = parts.landmarks);
    const rows = graphArcs(arcs, walk);
    this.outgoing = grouped(arcs.steps, rows, arc => arc.from);
    this.incoming = grouped(arcs.steps, rows, arc => arc.to);
    this.sources = countSources(this.incoming, this.entry);
    this.order = order;
    this.positionInOrder = placesIn(order);
    this.#nest = new LoopNest(parts.forest, rows, this);
    this.#reachability = new Reachability(this, this.#nest, walk);
  }

  get loops(): readonly GraphLoop[] {
    return this.#nest.loops;
  }

  loopOf(head: StepIndex): GraphLoop | undefined {
    return this.#nest.loopOf(head);
  }

  heads(step: StepIndex): StepSet {
    return this.#nest.heads(step);
  }

  waitsFor(step: StepIndex): StepSet {
    this.#waits[step] ??= this.#computeWaits(step);
    return this.#waits[step];
  }

  turnWaitsFor(head: StepIndex): StepSet {
    this.#turnWaits[head] ??= this.#reachability.turnWaitsFor(head);
    return this.#turnWaits[head];
  }

  reachableFrom(step: StepIndex): StepSet {
    return this.#reachability.from(step);
  }

  canReach(from: StepIndex, to: StepIndex): boolean {
    return this.#reachability.canReach(from, to);
  }

  #computeWaits(step: StepIndex): StepSet {
    const waits = this.#reachability.waitsFor(step);
    return step === this.end ? waitsOfEnd(waits, step, this, this.#parts.forest) : waits;
  }
}

function graphArcs(arcs: ArcTable, { meet }: Walk): readonly GraphArc[] {
  const implicit: GraphArc['origin'] = { kind: 'implicit' };
  const explicit: GraphArc['origin'][] = [];
  const originOf = (index: number): GraphArc['origin'] => {
    if (index === IMPLICIT) return implicit;
    explicit[index] ??= { kind: 'explicit', arc: index };
    return explicit[index];
  };
  return Array.from({ length: arcs.count }, (_, arc) => ({
    from: arcs.from[arc]!,
    to: arcs.to[arc]!,
    origin: originOf(arcs.origin[arc]!),
    back: meet[arc] === arcs.to[arc],
  }));
}

/** Arcs stand grouped by source in `incoming`, so a source that repeats itself repeats at once. */
function countSources(incoming: readonly (readonly GraphArc[])[], entry: StepIndex): readonly number[] {
  return incoming.map((into, step) => {
    const distinct = into.filter((arc, at) => at === 0 || arc.from !== into[at - 1]!.from);
    return distinct.length + Number(step === entry);
  });
}

function grouped(
  steps: number,
  arcs: readonly GraphArc[],
  by: (arc: GraphArc) => StepIndex,
): readonly (readonly GraphArc[])[] {
  const groups: GraphArc[][] = Array.from({ length: steps }, () => []);
  for (const arc of arcs) groups[by(arc)]!.push(arc);
  return groups;
}

function placesIn(order: readonly StepIndex[]): readonly number[] {
  const places: number[] = new Array(order.length).fill(NONE);
  order.forEach((step, place) => {
    places[step] = place;
  });
  return places;
}
