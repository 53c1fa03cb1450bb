import type { StepIndex } from '../graph-types.ts';
import { BitSet } from './step-set.ts';

/** Calls `visit` for every step directly beside `step`. */
export type Neighbours = (step: StepIndex, visit: (neighbour: StepIndex) => void) => void;

/**
 * Everything that can be reached from `roots` by one or more moves. A root belongs to it only if it can
 * be reached itself.
 */
export function closure(steps: number, roots: Iterable<StepIndex>, neighbours: Neighbours): BitSet {
  const reached = new BitSet(steps);
  spread(reached, [...roots], neighbours);
  return reached;
}

/**
 * Adds to `reached` what can be reached from `pending` without passing through steps already in it.
 * Without recursion: a chain of steps may be longer than the stack is deep.
 */
export function spread(reached: BitSet, pending: StepIndex[], neighbours: Neighbours): void {
  const visit = (step: StepIndex): void => {
    if (reached.add(step)) pending.push(step);
  };
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) neighbours(step, visit);
}
