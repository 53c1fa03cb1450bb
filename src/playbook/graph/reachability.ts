import type { Graph, StepIndex } from '../graph-types.ts';
import { closure, type Neighbours, spread } from './closure.ts';
import type { Walk } from './depth-first-walk.ts';
import type { LoopNest } from './loop-nest.ts';
import { BitSet } from './step-set.ts';

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
    const waits = new BitSet(this.#graph.size);
    spread(waits, [step], this.#leadingTo(step));
    waits.delete(step);
    return waits;
  }

  /** B(h). */
  turnWaitsFor(head: StepIndex): BitSet {
    const waits = new BitSet(this.#graph.size);
    const body = [...(this.#nest.loopOf(head)?.body ?? [head])];
    for (const step of body) waits.add(step);
    spread(waits, body, this.#leadingTo(head));
    waits.delete(head);
    return waits;
  }

  /** From a step to those with an arc to it, but never round into a new turn of a loop around `within`. */
  #leadingTo(within: StepIndex): Neighbours {
    const { incoming } = this.#graph;
    return (step, visit) => {
      const closed = this.#nest.inBody(step, within);
      for (const arc of incoming[step]!) if (!(closed && arc.back)) visit(arc.from);
    };
  }
}
