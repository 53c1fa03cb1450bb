import type { StepIndex } from '../graph-types.ts';
import type { ArcTable } from './arc-table.ts';
import { DisjointSets } from './disjoint-sets.ts';

/** `meet` of an arc that leads into a tree walked earlier: no cycle can pass through it. */
export const ANOTHER_TREE = -1;

export interface Walk {
  /** Steps in the order in which they were first reached. */
  readonly reached: Int32Array;
  /** Place of each step in `reached`. */
  readonly rank: Int32Array;
  /** One past the place of the last step reached from here: the walk's descendants are a stretch of `reached`. */
  readonly last: Int32Array;
  /**
   * For each arc the nearest common ancestor of its two ends in the tree of the walk. Equal to `to`
   * exactly for arcs that go back to an ancestor, or to the step itself.
   */
  readonly meet: Int32Array;
}

/** Walks depth first from the entry, arcs in authored order, then from every step not reached yet. */
export function walkDepthFirst(arcs: ArcTable, entry: StepIndex): Walk {
  const walker = new Walker(arcs);
  walker.from(entry);
  for (let step = 0; step < arcs.steps; step++) walker.from(step);
  return walker;
}

class Walker implements Walk {
  readonly reached: Int32Array;
  readonly rank: Int32Array;
  readonly last: Int32Array;
  readonly meet: Int32Array;
  readonly #arcs: ArcTable;
  readonly #cursor: Int32Array;
  readonly #active: Uint8Array;
  /** A finished step is joined to its parent: what `find` gives is the nearest ancestor still being walked. */
  readonly #finished: DisjointSets;
  #count = 0;

  constructor(arcs: ArcTable) {
    this.#arcs = arcs;
    this.reached = new Int32Array(arcs.steps);
    this.rank = new Int32Array(arcs.steps).fill(-1);
    this.last = new Int32Array(arcs.steps);
    this.meet = new Int32Array(arcs.count);
    this.#cursor = arcs.starts.slice(0, arcs.steps);
    this.#active = new Uint8Array(arcs.steps);
    this.#finished = new DisjointSets(arcs.steps);
  }

  from(root: StepIndex): void {
    if (this.rank[root] !== -1) return;
    const path = [root];
    this.#reach(root);
    while (path.length > 0) {
      const step = path.at(-1)!;
      const child = this.#nextChild(step);
      if (child !== undefined) path.push(child);
      else this.#finish(path.pop()!, path.at(-1));
    }
  }

  /** Looks at the arcs of `step` up to one that leads somewhere new. */
  #nextChild(step: StepIndex): StepIndex | undefined {
    const { starts, to } = this.#arcs;
    while (this.#cursor[step]! < starts[step + 1]!) {
      const arc = this.#cursor[step]!++;
      const target = to[arc]!;
      if (this.rank[target] === -1) {
        this.meet[arc] = step;
        this.#reach(target);
        return target;
      }
      const ancestor = this.#finished.find(target);
      this.meet[arc] = this.#active[ancestor] ? ancestor : ANOTHER_TREE;
    }
    return undefined;
  }

  #reach(step: StepIndex): void {
    this.rank[step] = this.#count;
    this.reached[this.#count++] = step;
    this.#active[step] = 1;
  }

  #finish(step: StepIndex, parent: StepIndex | undefined): void {
    this.#active[step] = 0;
    this.last[step] = this.#count;
    if (parent !== undefined) this.#finished.join(step, parent);
  }
}
