/** So many are taken up at once: their first turns share a commit, and none waits long for the others. */
const LANES = 32;

export interface LeftoverServices {
  takeUp(executionId: string): Promise<void>;
  /** Nothing more is begun. */
  isLeaving(): boolean;
  onTrouble(executionId: string, error: unknown): void;
}

/** Executions that an earlier process has left unfinished, and nobody has taken up yet. */
export class Leftovers {
  readonly #services: LeftoverServices;
  readonly #left = new Set<string>();

  constructor(services: LeftoverServices) {
    this.#services = services;
  }

  get count(): number {
    return this.#left.size;
  }

  /** It has ended, or somebody else has it. */
  forget(executionId: string): void {
    this.#left.delete(executionId);
  }

  /** In the order given; one that cannot be taken up stays, and keeps no other from it. Those that were. */
  async takeUpAll(executionIds: readonly string[]): Promise<readonly string[]> {
    for (const executionId of executionIds) this.#left.add(executionId);
    const taken = new Set<string>();
    const queue = executionIds.values();
    const lane = async () => {
      // All lanes share one iterator.
      for (const executionId of queue) {
        if (this.#services.isLeaving()) return;
        if (await this.#takeUp(executionId)) taken.add(executionId);
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, executionIds.length) }, lane));
    return executionIds.filter(executionId => taken.has(executionId));
  }

  async #takeUp(executionId: string): Promise<boolean> {
    this.#left.delete(executionId);
    try {
      await this.#services.takeUp(executionId);
      return true;
    } catch (error) {
      this.#left.add(executionId);
      this.#services.onTrouble(executionId, error);
      return false;
    }
  }
}
