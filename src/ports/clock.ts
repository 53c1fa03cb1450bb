/** Time, so that tests can drive it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, when the clock shows `at`, also if it was set meanwhile. The result cancels it. */
  at(at: number, callback: () => void): () => void;
  /** Calls back once, after so much time, whatever the clock shows. The result cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}
