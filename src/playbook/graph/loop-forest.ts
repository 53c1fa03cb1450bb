import type { StepIndex } from '../graph-types.ts';
import type { ArcTable } from './arc-table.ts';
import { ANOTHER_TREE, type Walk } from './depth-first-walk.ts';
import { DisjointSets } from './disjoint-sets.ts';

export const NONE = -1;

/**
 * Loops in loops. The *members* of a loop are what stands directly inside it: its steps, and its inner
 * loops, each of them known by its head. The outermost level is a loop without a head.
 */
export interface LoopForest {
  readonly isHead: Uint8Array;
  /** Head of the loop that a step (for a head: its own loop) is a member of, or `NONE`. */
  readonly around: Int32Array;
  /**
   * Arcs between members of the same loop, as chained lists by the member they lead to: `firstInto[member]`,
   * then `nextInto[arc]`. The member they come from is `source[arc]` (perhaps the head of the loop).
   */
  readonly firstInto: Int32Array;
  readonly nextInto: Int32Array;
  readonly source: Int32Array;
}

/**
 * The rule says: take the strongly connected parts, call the step first reached the head, cut the arcs
 * back to it, repeat inside. Literally that is one search per level, and a tangle of 10,000 steps has
 * thousands of levels. The same forest comes out of one pass from the step reached last to the one
 * reached first: the body of a head is what leads back to it through steps reached from it, where inner
 * loops found before count as one step. An arc matters from the moment both its ends can belong to one
 * loop, which is at the nearest common ancestor of the two. (Tarjan; Havlak; Ramalingam.)
 */
export function findLoops(arcs: ArcTable, walk: Walk): LoopForest {
  const builder = new ForestBuilder(arcs);
  const meetings = groupByMeet(arcs, walk);
  for (let rank = arcs.steps - 1; rank >= 0; rank--) {
    const step = walk.reached[rank]!;
    const returning: number[] = [];
    for (let at = meetings.starts[step]!; at < meetings.starts[step + 1]!; at++) {
      const arc = meetings.arcs[at]!;
      if (arcs.to[arc] === step) returning.push(arc);
      else builder.admit(arc);
    }
    if (returning.length > 0) builder.close(step, returning);
  }
  for (let arc = 0; arc < arcs.count; arc++) if (walk.meet[arc] === ANOTHER_TREE) builder.admit(arc);
  return builder.finish();
}

class ForestBuilder {
  readonly isHead: Uint8Array;
  readonly around: Int32Array;
  readonly firstInto: Int32Array;
  readonly nextInto: Int32Array;
  readonly source: Int32Array;
  readonly #arcs: ArcTable;
  readonly #lastInto: Int32Array;
  /** A loop that is closed counts as one step: its head. */
  readonly #closed: DisjointSets;

  constructor(arcs: ArcTable) {
    this.#arcs = arcs;
    this.isHead = new Uint8Array(arcs.steps);
    this.around = new Int32Array(arcs.steps).fill(NONE);
    this.firstInto = new Int32Array(arcs.steps).fill(NONE);
    this.nextInto = new Int32Array(arcs.count).fill(NONE);
    this.source = new Int32Array(arcs.count);
    this.#lastInto = new Int32Array(arcs.steps).fill(NONE);
    this.#closed = new DisjointSets(arcs.steps);
  }

  admit(arc: number): void {
    const member = this.#closed.find(this.#arcs.to[arc]!);
    const last = this.#lastInto[member]!;
    if (last === NONE) this.firstInto[member] = arc;
    else this.nextInto[last] = arc;
    this.#lastInto[member] = arc;
  }

  /** Everything that leads to the sources of the `returning` arcs becomes the loop of `head`. */
  close(head: StepIndex, returning: readonly number[]): void {
    this.isHead[head] = 1;
    const members: StepIndex[] = [];
    const include = (member: StepIndex): void => {
      if (member === head || this.around[member] === head) return;
      this.around[member] = head;
      members.push(member);
    };
    for (const arc of returning) include(this.#closed.find(this.#arcs.from[arc]!));
    for (const member of members) this.#settle(member, include);
    for (const member of members) this.#closed.join(member, head);
  }

  finish(): LoopForest {
    for (let step = 0; step < this.#arcs.steps; step++)
      if (this.around[step] === NONE) this.#settle(step, () => {});
    return this;
  }

  /** The level of the arcs into `member` is known now, and with it the members they come from. */
  #settle(member: StepIndex, seen: (source: StepIndex) => void): void {
    for (let arc = this.firstInto[member]!; arc !== NONE; arc = this.nextInto[arc]!) {
      const source = this.#closed.find(this.#arcs.from[arc]!);
      this.source[arc] = source;
      seen(source);
    }
  }
}

function groupByMeet(arcs: ArcTable, { meet }: Walk): { starts: Int32Array; arcs: Int32Array } {
  const starts = new Int32Array(arcs.steps + 1);
  for (const step of meet) if (step !== ANOTHER_TREE) starts[step + 1]!++;
  for (let step = 0; step < arcs.steps; step++) starts[step + 1]! += starts[step]!;
  const free = starts.slice();
  const grouped = new Int32Array(arcs.count);
  meet.forEach((step, arc) => {
    if (step !== ANOTHER_TREE) grouped[free[step]!++] = arc;
  });
  return { starts, arcs: grouped };
}
