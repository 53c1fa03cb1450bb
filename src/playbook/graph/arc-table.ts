import type { StepIndex } from '../graph-types.ts';
import type { Playbook } from '../model.ts';
import { closure } from './closure.ts';

/** The origin of an arc that nobody wrote: from a leaf to `end`. */
export const IMPLICIT = -1;

/**
 * All arcs as columns, one row each, grouped by source in authored order: the arcs of step `s` are the
 * rows `starts[s]` up to `starts[s + 1]`. Columns, because a playbook of 10,000 steps is walked several
 * times and objects would cost more than the walk.
 */
export interface ArcTable {
  readonly steps: number;
  readonly count: number;
  readonly starts: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index in `next.arcs` of the source, or `IMPLICIT`. */
  readonly origin: Int32Array;
}

/** The steps that routing treats in a way of their own. */
export interface Landmarks {
  readonly entry: StepIndex;
  readonly end: StepIndex | undefined;
  readonly finalStep: StepIndex | undefined;
}

export function listArcs(
  playbook: Playbook,
  indexOf: ReadonlyMap<string, StepIndex>,
  landmarks: Landmarks,
): ArcTable {
  const explicit = explicitArcs(playbook, indexOf, landmarks.finalStep);
  const leaves = leavesBeforeEnd(playbook, explicit, landmarks);
  return leaves.length === 0 ? explicit : withArcsToEnd(explicit, leaves, landmarks.end!);
}

function explicitArcs(
  { workflow }: Playbook,
  indexOf: ReadonlyMap<string, StepIndex>,
  finalStep: StepIndex | undefined,
): ArcTable {
  const rows = new Rows(workflow.length);
  workflow.forEach((step, from) => {
    rows.open();
    if (from === finalStep) return;
    step.next.arcs.forEach(({ target }, origin) => {
      const to = target.kind === 'step' ? indexOf.get(target.step) : undefined;
      if (to !== undefined) rows.add(from, to, origin);
    });
  });
  return rows.table();
}

/**
 * Steps without `next` that continue to `end` all the same. What comes after `end` does not, or `end`
 * would never be last; nor does the final step; and a final step called `end` runs by itself.
 */
function leavesBeforeEnd(
  { workflow }: Playbook,
  explicit: ArcTable,
  { end, finalStep }: Landmarks,
): readonly StepIndex[] {
  if (end === undefined || end === finalStep) return [];
  const after = closure(explicit.steps, [end], (step, visit) => {
    for (let arc = explicit.starts[step]!; arc < explicit.starts[step + 1]!; arc++) visit(explicit.to[arc]!);
  });
  return workflow.flatMap((step, index) =>
    step.next.arcs.length === 0 && index !== end && index !== finalStep && !after.has(index) ? [index] : [],
  );
}

function withArcsToEnd(explicit: ArcTable, leaves: readonly StepIndex[], end: StepIndex): ArcTable {
  const isLeaf = new Set(leaves);
  const rows = new Rows(explicit.steps);
  for (let step = 0; step < explicit.steps; step++) {
    rows.open();
    for (let arc = explicit.starts[step]!; arc < explicit.starts[step + 1]!; arc++)
      rows.add(step, explicit.to[arc]!, explicit.origin[arc]!);
    if (isLeaf.has(step)) rows.add(step, end, IMPLICIT);
  }
  return rows.table();
}

class Rows {
  readonly #starts: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #origin: number[] = [];
  readonly #steps: number;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Begins the rows of the next step. */
  open(): void {
    this.#starts.push(this.#to.length);
  }

  add(from: StepIndex, to: StepIndex, origin: number): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#origin.push(origin);
  }

  table(): ArcTable {
    return {
      steps: this.#steps,
      count: this.#to.length,
      starts: Int32Array.from([...this.#starts, this.#to.length]),
      from: Int32Array.from(this.#from),
      to: Int32Array.from(this.#to),
      origin: Int32Array.from(this.#origin),
    };
  }
}
