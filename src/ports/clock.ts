/** Time, so that tests can drive it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, not before `at`. The result cancels it. */
  at(at: number, callback: () => void): () => void;
}
