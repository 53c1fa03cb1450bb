/**
 * The static part of routing, computed once per playbook: what the rules of the core ask about arcs, loops
 * and who can still reach whom. Steps are their index in `playbook.workflow`.
 */
export type StepIndex = number;

/** A set of steps; the implementation may be a bitset. */
export interface StepSet {
  readonly size: number;
  has(step: StepIndex): boolean;
  intersects(other: StepSet): boolean;
  [Symbol.iterator](): Iterator<StepIndex>;
}

export interface GraphArc {
  readonly from: StepIndex;
  readonly to: StepIndex;
  readonly origin:
    | { readonly kind: 'explicit'; readonly arc: number /* index in `next.arcs` of `from` */ }
    /** From a leaf to `end`. */
    | { readonly kind: 'implicit' };
  /** Leads from the body of a loop to its head. */
  readonly back: boolean;
}

/** A loop by arcs: a strongly connected part, entered through its head. */
export interface GraphLoop {
  readonly head: StepIndex;
  /** The head included. */
  readonly body: StepSet;
  readonly backArcs: readonly GraphArc[];
  /** Steps of the body that can be entered from outside; more than one: authored order chose the head. */
  readonly entries: readonly StepIndex[];
  /**
   * Arcs that enter the body past its head. An arc that enters several loops at once belongs to the
   * outermost of them, so that a tangle is told once.
   */
  readonly sideArcs: readonly GraphArc[];
  /** Head of the loop directly around this one. */
  readonly parent: StepIndex | undefined;
}

export interface Graph {
  readonly size: number;
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, StepIndex>;
  readonly entry: StepIndex;
  readonly end: StepIndex | undefined;
  readonly finalStep: StepIndex | undefined;
  /** Explicit and implicit arcs by source, in authored order. Arcs to `exit` and arcs of the final step are left out. */
  readonly outgoing: readonly (readonly GraphArc[])[];
  readonly incoming: readonly (readonly GraphArc[])[];
  /** Outer loops before inner ones. */
  readonly loops: readonly GraphLoop[];
  /**
   * A topological order of the arcs that are not back arcs, and the place of each step in it. Every loop
   * is one stretch of it, head first: what is inside comes before what follows the loop.
   */
  readonly order: readonly StepIndex[];
  readonly positionInOrder: readonly number[];
  /** Number of distinct steps with an arc to the step, plus one for the entry. */
  readonly sources: readonly number[];
  /** The loop a step is the head of. */
  loopOf(head: StepIndex): GraphLoop | undefined;
  /** heads(t): heads whose body contains the step. */
  heads(step: StepIndex): StepSet;
  /** W(t): steps that can still reach `step` without a new turn of a loop it is in; more for `end`. */
  waitsFor(step: StepIndex): StepSet;
  /** B(h): what must rest before a loop starts its next turn. */
  turnWaitsFor(head: StepIndex): StepSet;
  /** Steps reachable from `step` over any arcs; `step` itself only if it is in a loop. */
  reachableFrom(step: StepIndex): StepSet;
  /** The same as `reachableFrom(from).has(to)`, in most cases without computing the set. */
  canReach(from: StepIndex, to: StepIndex): boolean;
}
