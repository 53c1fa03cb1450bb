import type { PlainValue } from '../common/plain-value.ts';
import type { ResultRef } from '../core/result.ts';

/**
 * Values that are too large for an event. Written before the event that refers to them, so a reference in
 * the log can always be followed; a value nobody refers to after a crash is garbage and does no harm.
 */
export interface ResultStore {
  /** Durable when it resolves. `name` says what it is, for people: the step, the iteration. */
  put(executionId: string, name: string, value: PlainValue): Promise<ResultRef>;
  /** Undefined if there is no such value (any more). */
  get(uri: string): Promise<PlainValue | undefined>;
}
