import { deferred } from '../common/deferred.ts';

/** Counts what takes real time: tools that run for real. While there is some, virtual time stands still. */
export class RealWork {
  #inFlight = 0;
  #changes = 0;
  #next = deferred<void>();

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Differs after anything began or ended. */
  get changes(): number {
    return this.#changes;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1);
    try {
      return await work();
    } finally {
      this.#count(-1);
    }
  }

  /** Notes that something happened that takes no time of its own. */
  touch(): void {
    this.#count(0);
  }

  /** Resolves when anything begins or ends. */
  changed(): Promise<void> {
    return this.#next.promise;
  }

  #count(by: number): void {
    this.#inFlight += by;
    this.#changes++;
    this.#next.resolve();
    this.#next = deferred();
  }
}
