import type { StepIndex } from '../graph-types.ts';
import type { Walk } from './depth-first-walk.ts';
import { type LoopForest, NONE } from './loop-forest.ts';

/**
 * A topological order of the arcs that are not back arcs, in which every loop is one stretch that begins
 * with its head. Where the arcs leave a choice, the order of the walk (that is, of writing) decides.
 */
export function routingOrder(forest: LoopForest, walk: Walk): readonly StepIndex[] {
  return new Sorter(forest, walk).sort();
}

const UNSEEN = 0;
const WAITING = 1;
const PLACED = 2;

class Sorter {
  readonly #forest: LoopForest;
  readonly #members: Int32Array;
  readonly #memberCursor: Int32Array;
  readonly #memberEnd: Int32Array;
  readonly #arcCursor: Int32Array;
  readonly #state: Uint8Array;
  readonly #order: StepIndex[] = [];

  constructor(forest: LoopForest, walk: Walk) {
    const steps = walk.reached.length;
    this.#forest = forest;
    // One more level than steps: the outermost one, which has no head, is kept at index `steps`.
    const starts = new Int32Array(steps + 2);
    const levelOf = (step: StepIndex) => (forest.around[step] === NONE ? steps : forest.around[step]!);
    for (let step = 0; step < steps; step++) starts[levelOf(step) + 1]!++;
    for (let level = 0; level <= steps; level++) starts[level + 1]! += starts[level]!;
    this.#memberCursor = starts.slice(0, steps + 1);
    this.#memberEnd = starts.slice(1);
    this.#members = new Int32Array(steps);
    const free = starts.slice();
    for (const step of walk.reached) this.#members[free[levelOf(step)]!++] = step;
    this.#arcCursor = forest.firstInto.slice();
    this.#state = new Uint8Array(steps);
  }

  sort(): readonly StepIndex[] {
    const outermost = this.#state.length;
    const path: StepIndex[] = [outermost];
    while (path.length > 0) {
      const step = path.at(-1)!;
      const next = (step === outermost ? undefined : this.#before(step)) ?? this.#inside(step);
      if (next === undefined) path.pop();
      else path.push(next);
    }
    return this.#order;
  }

  /** A member of the same loop that has to be placed before this one; when there is none, it is placed. */
  #before(step: StepIndex): StepIndex | undefined {
    if (this.#state[step] === PLACED) return undefined;
    const { around, nextInto, source } = this.#forest;
    while (this.#arcCursor[step] !== NONE) {
      const arc = this.#arcCursor[step]!;
      this.#arcCursor[step] = nextInto[arc]!;
      const earlier = source[arc]!;
      if (earlier !== around[step] && this.#begin(earlier)) return earlier;
    }
    this.#state[step] = PLACED;
    this.#order.push(step);
    return undefined;
  }

  /** The next member of the loop that `head` is the head of. */
  #inside(head: StepIndex): StepIndex | undefined {
    while (this.#memberCursor[head]! < this.#memberEnd[head]!) {
      const member = this.#members[this.#memberCursor[head]!++]!;
      if (this.#begin(member)) return member;
    }
    return undefined;
  }

  #begin(step: StepIndex): boolean {
    if (this.#state[step] !== UNSEEN) return false;
    this.#state[step] = WAITING;
    return true;
  }
}
