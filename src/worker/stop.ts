import type { Clock } from '../ports/clock.ts';
import { CLEAN_UP_GRACE } from '../ports/tool.ts';

/**
 * Tells one call of a tool that it must stop, and gives it up if it does not. Its signal is made when the tool
 * first looks at it: to make one costs as much as all else of a task that does next to nothing.
 */
export class Stop {
  readonly #clock: Clock;
  #controller: AbortController | undefined;
  #reason: { readonly why: unknown } | undefined;
  #giveUp = () => {};
  #cancelGrace = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isStopped(): boolean {
    return this.#reason !== undefined;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason.why);
    }
    return this.#controller.signal;
  }

  /** Only the first reason counts. */
  stop(why: unknown): void {
    if (this.#reason) return;
    this.#reason = { why };
    this.#startGrace();
    this.#controller?.abort(why);
  }

  /** The answer; undefined if the tool was told to stop, and had not answered when its time to clean up was over. */
  answerOf<T>(answer: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(undefined);
      if (this.#reason) this.#startGrace();
      answer.then(resolve, reject);
    });
  }

  /** The call is over. */
  end(): void {
    this.#cancelGrace();
  }

  #startGrace(): void {
    this.#cancelGrace();
    this.#cancelGrace = this.#clock.after(CLEAN_UP_GRACE, () => this.#giveUp());
  }
}
