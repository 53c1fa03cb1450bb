import type { StepIndex, StepSet } from '../graph-types.ts';

/** One bit per step; grows only while it is built. */
export class BitSet implements StepSet {
  readonly #words: Uint32Array;
  #size = 0;

  constructor(steps: number) {
    this.#words = new Uint32Array((steps + 31) >>> 5);
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the step was new. */
  add(step: StepIndex): boolean {
    const bit = 1 << (step & 31);
    if ((this.#words[step >>> 5]! & bit) !== 0) return false;
    this.#words[step >>> 5]! |= bit;
    this.#size++;
    return true;
  }

  delete(step: StepIndex): void {
    if (!this.has(step)) return;
    this.#words[step >>> 5]! &= ~(1 << (step & 31));
    this.#size--;
  }

  has(step: StepIndex): boolean {
    return ((this.#words[step >>> 5] ?? 0) & (1 << (step & 31))) !== 0;
  }

  intersects(other: StepSet): boolean {
    if (!(other instanceof BitSet)) return overlap(this, other);
    const theirs = other.#words;
    return this.#words.some((word, i) => (word & (theirs[i] ?? 0)) !== 0);
  }

  *[Symbol.iterator](): Iterator<StepIndex> {
    for (let at = 0; at < this.#words.length; at++) {
      for (let rest = this.#words[at]!; rest !== 0; rest &= rest - 1)
        yield (at << 5) + 31 - Math.clz32(rest & -rest);
    }
  }
}

/**
 * The body of a loop. The order keeps every body together, so a body is a stretch of it and needs no
 * memory of its own: with loops in loops, the sizes of all bodies together grow with the square.
 */
export class Stretch implements StepSet {
  readonly size: number;
  readonly #order: readonly StepIndex[];
  readonly #position: readonly number[];
  readonly #start: number;

  constructor(order: readonly StepIndex[], position: readonly number[], start: number, size: number) {
    this.#order = order;
    this.#position = position;
    this.#start = start;
    this.size = size;
  }

  has(step: StepIndex): boolean {
    const at = (this.#position[step] ?? -1) - this.#start;
    return at >= 0 && at < this.size;
  }

  intersects(other: StepSet): boolean {
    return overlap(this, other);
  }

  *[Symbol.iterator](): Iterator<StepIndex> {
    for (let at = this.#start; at < this.#start + this.size; at++) yield this.#order[at]!;
  }
}

/** The heads of the loops around a step, from the inside out: a chain of links that all steps share. */
export class HeadChain implements StepSet {
  readonly size: number;
  readonly #step: StepIndex;
  readonly #innermost: StepIndex | undefined;
  readonly #parentOf: (head: StepIndex) => StepIndex | undefined;
  readonly #inBody: (head: StepIndex, step: StepIndex) => boolean;

  constructor(
    step: StepIndex,
    depth: number,
    innermost: StepIndex | undefined,
    parentOf: (head: StepIndex) => StepIndex | undefined,
    inBody: (head: StepIndex, step: StepIndex) => boolean,
  ) {
    this.#step = step;
    this.size = depth;
    this.#innermost = innermost;
    this.#parentOf = parentOf;
    this.#inBody = inBody;
  }

  has(head: StepIndex): boolean {
    return this.size > 0 && this.#inBody(head, this.#step);
  }

  intersects(other: StepSet): boolean {
    return overlap(this, other);
  }

  *[Symbol.iterator](): Iterator<StepIndex> {
    for (let head = this.#innermost; head !== undefined; head = this.#parentOf(head)) yield head;
  }
}

export function stepSet(steps: number, members: Iterable<StepIndex>): StepSet {
  const set = new BitSet(steps);
  for (const member of members) set.add(member);
  return set;
}

function overlap(a: StepSet, b: StepSet): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  for (const step of few) if (many.has(step)) return true;
  return false;
}
