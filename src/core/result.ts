import type { PlainMapping, PlainValue } from '../common/plain-value.ts';

/** What a command or a run produced. Data above the inline budget lives in the result store. */
export type Result =
  | { readonly kind: 'none' }
  | { readonly kind: 'inline'; readonly data: PlainValue }
  | { readonly kind: 'stored'; readonly ref: ResultRef }
  /** The results of a large loop, by index: they stand in its settlements in the log and in the store. */
  | { readonly kind: 'collected'; readonly uri: string; readonly length: number };

/** A value in the result store. Everything a condition may ask without loading it stands here. */
export interface ResultRef {
  readonly uri: string;
  /** Of the stored bytes: what is loaded later is known to be what was decided on. */
  readonly sha256: string;
  readonly bytes: number;
  /** Fields that stay readable without loading. */
  readonly extracted: PlainMapping;
}

export const NO_RESULT: Result = { kind: 'none' };

/** Why a task, command or run failed. Texts are redacted before they get here. */
export interface Failure {
  /** `auth`, `rate_limit`, `server_error`, `client_error`, `timeout`, `connection`, `template`, `exception`, … */
  readonly kind: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly code?: string;
  /** Of an HTTP response. */
  readonly statusCode?: number;
  /** The task of a pipeline that failed. */
  readonly task?: string;
  readonly details?: PlainMapping;
}
