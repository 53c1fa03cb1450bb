import type { Failure } from '../result.ts';

/** Of an attempt that another one follows: one that polls has not failed. */
export const attemptText = (attempt: number, maxAttempts: number, error: Failure | undefined): string =>
  `attempt ${attempt} of ${maxAttempts}${error ? ' failed' : ''}`;
