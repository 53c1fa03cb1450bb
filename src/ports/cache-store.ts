import type { PlainValue } from '../common/plain-value.ts';

/** A value that is remembered for a time, or for ever. */
export interface CacheEntry {
  readonly value: PlainValue;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  /** From then on it is gone; undefined: never. */
  readonly expiresAt: number | undefined;
}

/**
 * Outcomes of tasks by a key, for all executions. Keys are hashes: what they were made of is nobody's
 * business. Losing an entry costs time and nothing else.
 */
export interface CacheStore {
  /** Undefined if there is none, or if it has expired at `now`. */
  find(key: string, now: number): Promise<CacheEntry | undefined>;
  /** Replaces what there is. Durable when it resolves. Entries that have expired by then are removed. */
  keep(key: string, entry: CacheEntry): Promise<void>;
}
