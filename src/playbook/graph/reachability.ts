import type { Graph, StepIndex } from '../graph-types.ts';
import { closure } from './closure.ts';
import type { Walk } from './depth-first-walk.ts';
import type { LoopNest } from './loop-nest.ts';
import type { BitSet } from './step-set.ts';

type Arcs = Pick<Graph, 'size' | 'outgoing' | 'incoming' | 'positionInOrder'>;

export class Reachability {
  readonly #graph: Arcs;
  readonly #nest: LoopNest;
  readonly #walk: Walk;
  readonly #from = new Map<StepIndex, BitSet>();

  constructor(graph: Arcs, nest: LoopNest, walk: Walk) {
    this.#graph = graph;
    this.#nest = nest;
    this.#walk = walk;
  }

  /** Steps of one outermost loop reach the same steps, so they share the set. */
  from(step: StepIndex): BitSet {
    const key = this.#nest.outermost(step) ?? step;
    const known = this.#from.get(key);
    if (known !== undefined) return known;
    const { size, outgoing } = this.#graph;
    const set = closure(size, [key], (at, visit) => {
      for (const arc of outgoing[at]!) visit(arc.to);
    });
    this.#from.set(key, set);
    return set;
  }

  canReach(from: StepIndex, to: StepIndex): boolean {
    const start = this.#nest.outermost(from);
    const goal = this.#nest.outermost(to);
    if (start !== undefined && start === goal) return true;
    if (from === to) return false;
    const { positionInOrder } = this.#graph;
    if (positionInOrder[start ?? from]! > positionInOrder[goal ?? to]!) return false;
    const { rank, last } = this.#walk;
    const descends = rank[to]! > rank[from]! && rank[to]! < last[from]!;
    return descends || this.from(from).has(to);
  }

  /** W(t) without what is added for `end`. */
  waitsFor(step: StepIndex): BitSet {
    const waits = this.#leadingTo([step], step);
    waits.delete(step);
    return waits;
  }

  /** B(h). */
  turnWaitsFor(head: StepIndex): BitSet {
    const body = this.#nest.loopOf(head)?.body ?? [head];
    const waits = this.#leadingTo(body, head);
    for (const step of body) waits.add(step);
    waits.delete(head);
    return waits;
  }

  /** Steps that lead to one of `targets` without a new turn of a loop around `within`. */
  #leadingTo(targets: Iterable<StepIndex>, within: StepIndex): BitSet {
    const { size, incoming } = this.#graph;
    return closure(size, targets, (at, visit) => {
      const closed = this.#nest.inBody(at, within);
      for (const arc of incoming[at]!) if (!(closed && arc.back)) visit(arc.from);
    });
  }
}
