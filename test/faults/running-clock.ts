import type { Clock } from '../../src/ports/clock.ts';

interface Timer {
  /** Milliseconds until it is due: by the clock, or by the time that has really passed. */
  readonly left: () => number;
  readonly callback: () => void;
}

/** Turns of the event loop without anything to do before time goes on. */
const QUIET_TURNS = 20;

/**
 * A clock that runs through all waiting in no time: whenever the process has nothing else to do, the next
 * timer is due. It can be set to another time, as the clock of a machine can; lengths of time do not care.
 */
export class RunningClock implements Clock {
  #passed = 0;
  #offset = 1_700_000_000_000;
  readonly #timers = new Set<Timer>();
  #isStopped = false;
  #isScheduled = false;

  now(): number {
    return this.#offset + this.#passed;
  }

  /** What has really passed since the clock was made. */
  get passed(): number {
    return this.#passed;
  }

  at(at: number, callback: () => void): () => void {
    return this.#add(() => at - this.now(), callback);
  }

  after(milliseconds: number, callback: () => void): () => void {
    const end = this.#passed + milliseconds;
    return this.#add(() => end - this.#passed, callback);
  }

  /** Sets the clock forward, or back. */
  jump(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  stop(): void {
    this.#isStopped = true;
  }

  #add(left: () => number, callback: () => void): () => void {
    const timer = { left, callback };
    this.#timers.add(timer);
    this.#schedule();
    return () => this.#timers.delete(timer);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isStopped) return;
    this.#isScheduled = true;
    this.#wait(QUIET_TURNS);
  }

  #wait(turns: number): void {
    setImmediate(() => (turns > 0 ? this.#wait(turns - 1) : this.#fire()));
  }

  #fire(): void {
    this.#isScheduled = false;
    if (this.#isStopped) return;
    const [next] = [...this.#timers].toSorted((a, b) => a.left() - b.left());
    if (!next) return;
    this.#passed += Math.max(0, next.left());
    this.#timers.delete(next);
    next.callback();
    this.#schedule();
  }
}
