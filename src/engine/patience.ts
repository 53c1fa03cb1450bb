import type { Clock } from '../ports/clock.ts';
import { isStoreFailure } from '../ports/store-failure.ts';

/** Milliseconds before the first repetition; doubled up to the longest. */
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 30_000;

/**
 * Does again what a store could not do for a reason that passes: a disk that is full, another process in the
 * way. So a report on finished work is not lost because it came at the wrong moment. Whoever runs the engine
 * is told of every failure, and may close it.
 */
export class Patience {
  readonly #clock: Clock;
  readonly #onTrouble: (executionId: string, error: unknown) => void;
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(clock: Clock, onTrouble: (executionId: string, error: unknown) => void) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** Gives what `work` gives, or throws what will not pass. `onRetry` is called each time before it is done again. */
  async insist<T>(executionId: string, work: () => Promise<T>, onRetry?: () => void): Promise<T> {
    for (let wait = SHORTEST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      try {
        return await work();
      } catch (error) {
        this.#onTrouble(executionId, error);
        if (!isStoreFailure(error) || !error.retryable || !(await this.#pause(wait))) throw error;
        onRetry?.();
      }
    }
  }

  /** Waits for nothing any more: what fails from now on has failed. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#waiting) stop();
  }

  /** False if there is no use in trying again. */
  #pause(milliseconds: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise(resolve => {
      const cancel = this.#clock.after(milliseconds, () => {
        this.#waiting.delete(stop);
        resolve(true);
      });
      const stop = () => {
        cancel();
        this.#waiting.delete(stop);
        resolve(false);
      };
      this.#waiting.add(stop);
    });
  }
}
