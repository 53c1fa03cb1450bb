import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import type { State } from '../state.ts';
import { fromPlain, toPlain } from './structure.ts';

/**
 * Of snapshots that this version writes, and the only one it reads. To be raised with every change of what
 * the same log folds to: fields of `State`, their meaning, the fold. Snapshots of other forms are folded
 * again from the log, which costs time once; one that is taken for what it is not costs correctness. A
 * golden test (`test/golden/snapshot`) fails where this was forgotten.
 */
export const SNAPSHOT_FORM = 3;

/** The state as data, exactly: what follows from the state also follows from what is read back. */
export function toSnapshot(state: State): PlainValue {
  return { form: SNAPSHOT_FORM, state: toPlain(state) };
}

/** Undefined if it is of another form, or no snapshot at all: then the log has to be folded. */
export function fromSnapshot(snapshot: PlainValue): State | undefined {
  if (!isMapping(snapshot) || snapshot.form !== SNAPSHOT_FORM || !isMapping(snapshot.state)) return undefined;
  try {
    return fromPlain(snapshot.state) as State;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
