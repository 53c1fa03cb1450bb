import type { Graph, GraphArc, GraphLoop, StepIndex, StepSet } from '../graph-types.ts';
import { type LoopForest, NONE } from './loop-forest.ts';
import { HeadChain, Stretch } from './step-set.ts';

type Ordered = Pick<Graph, 'size' | 'entry' | 'order' | 'positionInOrder' | 'incoming'>;

/** The loops of a graph and the questions about which step is inside which. */
export class LoopNest {
  /** Outer loops before inner ones. */
  readonly loops: readonly GraphLoop[];
  readonly #forest: LoopForest;
  readonly #graph: Ordered;
  readonly #loopOf = new Map<StepIndex, GraphLoop>();
  /** Number of loops around each step. */
  readonly #depth: Int32Array;
  readonly #outermost: Int32Array;
  /** Number of steps in the body of each head; 1 for a step that is none. */
  readonly #sizes: Int32Array;

  constructor(forest: LoopForest, arcs: readonly GraphArc[], graph: Ordered) {
    this.#forest = forest;
    this.#graph = graph;
    this.#depth = new Int32Array(graph.size);
    this.#outermost = new Int32Array(graph.size);
    this.#sizes = this.#measure();
    // A head stands before its body, so the order of the steps lists outer loops first.
    this.loops = graph.order.filter(step => forest.isHead[step]).map(head => this.#loop(head, arcs));
    for (const loop of this.loops) this.#loopOf.set(loop.head, loop);
  }

  loopOf(head: StepIndex): GraphLoop | undefined {
    return this.#loopOf.get(head);
  }

  inBody(head: StepIndex, step: StepIndex): boolean {
    const { positionInOrder } = this.#graph;
    const distance = positionInOrder[step]! - positionInOrder[head]!;
    return this.#forest.isHead[head] === 1 && distance >= 0 && distance < this.#sizes[head]!;
  }

  /** Head of the outermost loop around a step: its strongly connected part. Undefined if it is in none. */
  outermost(step: StepIndex): StepIndex | undefined {
    return this.#depth[step] === 0 ? undefined : this.#outermost[step];
  }

  heads(step: StepIndex): StepSet {
    const innermost = this.#forest.isHead[step] ? step : this.#parent(step);
    return new HeadChain(
      step,
      this.#depth[step]!,
      innermost,
      head => this.#parent(head),
      (head, inner) => this.inBody(head, inner),
    );
  }

  #loop(head: StepIndex, arcs: readonly GraphArc[]): GraphLoop {
    const { order, positionInOrder, incoming, entry } = this.#graph;
    const body = new Stretch(order, positionInOrder, positionInOrder[head]!, this.#sizes[head]!);
    let entries: readonly StepIndex[] | undefined;
    return {
      head,
      body,
      backArcs: incoming[head]!.filter(arc => arc.back),
      sideArcs: this.#sideArcs(head, arcs),
      parent: this.#parent(head),
      // On demand: in a tangle the bodies of all loops together are too much to look through.
      get entries() {
        entries ??= [...body].filter(
          step => step === entry || incoming[step]!.some(arc => !body.has(arc.from)),
        );
        return entries;
      },
    };
  }

  #sideArcs(head: StepIndex, arcs: readonly GraphArc[]): readonly GraphArc[] {
    const found: GraphArc[] = [];
    const { firstInto, nextInto } = this.#forest;
    for (let row = firstInto[head]!; row !== NONE; row = nextInto[row]!)
      if (arcs[row]!.to !== head) found.push(arcs[row]!);
    return found;
  }

  #parent(step: StepIndex): StepIndex | undefined {
    const head = this.#forest.around[step]!;
    return head === NONE ? undefined : head;
  }

  /** Fills in depths from the outside in, and gives the number of steps in each body. */
  #measure(): Int32Array {
    const { order } = this.#graph;
    const { around, isHead } = this.#forest;
    const sizes = new Int32Array(order.length).fill(1);
    for (const step of order) {
      const outer = around[step]!;
      this.#depth[step] = isHead[step]! + (outer === NONE ? 0 : this.#depth[outer]!);
      this.#outermost[step] = outer === NONE ? step : this.#outermost[outer]!;
    }
    for (const step of order.toReversed()) if (around[step] !== NONE) sizes[around[step]!]! += sizes[step]!;
    return sizes;
  }
}
