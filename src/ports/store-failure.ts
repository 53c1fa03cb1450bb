/** What every store throws when it cannot do what it was asked: the message says what is wrong and what to do. */
export interface StoreFailure extends Error {
  readonly name: 'StoreError';
  readonly code: string;
  /** Whether the same call may succeed later: the disk has room again, the other process is gone. */
  readonly retryable: boolean;
}

export const isStoreFailure = (error: unknown): error is StoreFailure =>
  error instanceof Error && error.name === 'StoreError' && 'retryable' in error;
