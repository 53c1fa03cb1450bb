import type { PlainValue } from '../common/plain-value.ts';
import type { ResultRef } from '../core/result.ts';

/** What is known of a stored value without reading it. */
export type StoredValue = Pick<ResultRef, 'uri' | 'sha256' | 'bytes'>;

/** A value that is kept for a time. */
export interface ExpiringRef {
  readonly ref: ResultRef;
  /** When it is gone, in milliseconds since 1970; undefined: with its execution. */
  readonly expiresAt: number | undefined;
}

/** What the bytes of a body are, and so what it is as a value: data, a text, or `{base64, size}`. */
export type BodyFormat = 'json' | 'text' | 'binary';

/** A value that comes as bytes, piece by piece, because it may be too large to be held in memory. */
export interface Body {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Asked when the chunks are over: not everything is known before. Texts and JSON are in UTF-8. */
  readonly format: () => BodyFormat;
}

/** A body that was written, as it was written. */
export interface StoredBody extends StoredValue {
  readonly format: BodyFormat;
  /** Read while they are asked for; may throw `store_result_damaged` at the end. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Values that are too large for an event. Written before the event that refers to them, so a reference in
 * the log can always be followed; a value nobody refers to after a crash is garbage and does no harm.
 */
export interface ResultStore {
  /** Durable when it resolves. `name` says what it is, for people: the step, the iteration. */
  put(executionId: string, name: string, value: PlainValue): Promise<ResultRef>;
  /**
   * Stores a body of any size. No more than one piece of it (1 MiB) is held, and the next is asked for only
   * when that one is written, so that whoever sends it is slowed down to the speed of the store; others
   * write meanwhile. When it resolves, the value is there as a whole and durable. Until then, and if
   * `chunks` throws, which is thrown on, nobody can see any part of it: what a crash leaves is removed with
   * the execution. `sha256` and `bytes` are those of the chunks.
   */
  write(executionId: string, name: string, body: Body): Promise<ResultRef>;
  /**
   * Undefined if there is no such value (any more). A body is what its format says; one that is too large
   * to be a value in memory (256 MiB) is refused with `store_result_too_large`.
   */
  get(uri: string): Promise<PlainValue | undefined>;
  /** A body piece by piece, whatever its size. Undefined if there is none: what was `put` is no body. */
  read(uri: string): Promise<StoredBody | undefined>;
  /** The values that are kept with an execution, by address; `after` (exclusive) is the last of the page before. */
  list(
    executionId: string,
    page: { readonly after?: string; readonly limit: number },
  ): Promise<readonly StoredValue[]>;
}

/** One in which people, too, keep values. Commands need no more than a `ResultStore`. */
export interface KeepingResultStore extends ResultStore {
  /**
   * As `put`, but from `expiresAt` on (milliseconds since 1970) the value is gone for whoever reads; its room is
   * given back when the next one is put so, or by `Retention`. The same value may be kept already, by anybody:
   * it stays until the latest of its ends, which is what is told.
   */
  putUntil(executionId: string, name: string, value: PlainValue, expiresAt: number): Promise<ExpiringRef>;
}
