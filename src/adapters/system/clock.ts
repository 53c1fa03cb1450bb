import type { Clock } from '../../ports/clock.ts';

/** Longer timers overflow in Node and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The clock of this machine. A timer that is set keeps the process alive until it fires or is cancelled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  at: (at, callback) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      const left = at - Date.now();
      // Timers may fire a millisecond early, and the clock may have been set back meanwhile.
      if (left <= 0) callback();
      else timer = setTimeout(wait, Math.min(left, LONGEST_TIMER));
    };
    timer = setTimeout(wait, Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};
