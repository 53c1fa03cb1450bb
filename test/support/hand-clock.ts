import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until the test moves it. */
export class HandClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

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

  /** As for a process that is stopped for a while: what was due meanwhile fires at once, and nothing of what that sets. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    for (const timer of due) if (this.#timers.delete(timer)) timer.callback();
  }

  /** Moves on to the next timer and fires it; false if there is none. */
  advance(): boolean {
    const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
    if (!next) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
    return true;
  }
}
