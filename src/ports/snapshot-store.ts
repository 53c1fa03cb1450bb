import type { PlainValue } from '../common/plain-value.ts';

/** A folded state as data, see `core/snapshot`. */
export interface Snapshot {
  /** Of the last turn that is in it. */
  readonly version: number;
  readonly snapshot: PlainValue;
}

/**
 * States that were folded once, so that not every log has to be read from its start. Best effort, and never
 * the only copy: whatever is lost, damaged or thinned out here costs the time to fold more of the log.
 *
 * A store keeps the newest snapshot of an execution and a bounded number of older ones, spread over its
 * whole log: a state of long ago opens as fast as the latest one.
 */
export interface SnapshotStore {
  /** Resolves to how many bytes it takes. Saving one of the same version again replaces it. */
  save(executionId: string, version: number, snapshot: PlainValue): Promise<number>;
  /** The newest, or the newest that is not after a version. Undefined also if it cannot be read any more. */
  latest(executionId: string, atOrBefore?: number): Promise<Snapshot | undefined>;
}
