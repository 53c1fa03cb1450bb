import type { Clock } from '../../ports/clock.ts';

/** Longer timers overflow in Node and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** How late it may be noticed that the clock was set forward, or that the machine was asleep. */
const LOOK_EVERY = 60_000;

/** The clock of this machine. A timer that is set keeps the process alive until it fires or is cancelled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  at: (at, callback) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      const left = at - Date.now();
      // Timers may fire a millisecond early, and the clock may have been set meanwhile.
      if (left <= 0) callback();
      else timer = setTimeout(wait, Math.min(left, LOOK_EVERY));
    };
    timer = setTimeout(wait, Math.min(Math.max(at - Date.now(), 0), LOOK_EVERY));
    return () => clearTimeout(timer);
  },
  after: (milliseconds, callback) => {
    const end = performance.now() + milliseconds;
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      const left = end - performance.now();
      if (left <= 0) callback();
      else timer = setTimeout(wait, Math.min(left, LONGEST_TIMER));
    };
    timer = setTimeout(wait, Math.min(Math.max(milliseconds, 0), LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};
