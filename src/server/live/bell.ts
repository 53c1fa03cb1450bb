import { type Deferred, deferred } from '../../common/deferred.ts';

/** Remembers that it was rung until somebody has waited for it: no news is lost between two looks. */
export class Bell {
  #next: Deferred<void> = deferred();

  readonly ring = (): void => this.#next.resolve();

  async rung(): Promise<void> {
    await this.#next.promise;
    this.#next = deferred();
  }
}
