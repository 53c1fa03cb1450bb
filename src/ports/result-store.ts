import type { PlainValue } from '../common/plain-value.ts';
import type { ResultRef } from '../core/result.ts';

/** What is known of a stored value without reading it. */
export type StoredValue = Pick<ResultRef, 'uri' | 'sha256' | 'bytes'>;

/**
 * Values that are too large for an event. Written before the event that refers to them, so a reference in
 * the log can always be followed; a value nobody refers to after a crash is garbage and does no harm.
 */
export interface ResultStore {
  /** Durable when it resolves. `name` says what it is, for people: the step, the iteration. */
  put(executionId: string, name: string, value: PlainValue): Promise<ResultRef>;
  /** Undefined if there is no such value (any more). */
  get(uri: string): Promise<PlainValue | undefined>;
  /** The values that are kept with an execution, by address; `after` (exclusive) is the last of the page before. */
  list(
    executionId: string,
    page: { readonly after?: string; readonly limit: number },
  ): Promise<readonly StoredValue[]>;
}
