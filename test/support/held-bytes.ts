import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The memory that is still in use. What waits to be collected is not counted: how much of that there is
 * depends on how large the process became by other tests.
 */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** How far above the beginning the memory in use was at most, as often as `look` was called. */
export class HeldMost {
  readonly #before = heldBytes();
  #most = 0;

  readonly look = (): void => {
    this.#most = Math.max(this.#most, heldBytes());
  };

  get growth(): number {
    this.look();
    return this.#most - this.#before;
  }
}
