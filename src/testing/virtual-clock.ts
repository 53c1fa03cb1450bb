import type { Clock } from '../ports/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Midnight of a fixed day: what a test sees of time is the same every day. */
export const START_OF_TIME = Date.UTC(2026, 0, 1);

/** A clock that stands still until nothing is left to do, and then jumps to the next timer. */
export class VirtualClock implements Clock {
  #now = START_OF_TIME;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  at(at: number, callback: () => void): () => void {
    const timer = { at, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.at(this.#now + milliseconds, callback);
  }

  /** Moves on to the earliest timer, of several the one set first, and fires it; false if there is none. */
  advance(): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (!next || timer.at < next.at) next = timer;
    if (!next) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
    return true;
  }
}
