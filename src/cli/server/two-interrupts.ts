import { deferred } from '../../common/deferred.ts';
import type { Cli } from '../cli.ts';

/** Asks to end of a process that runs until then: first when it can, then at once. */
export interface TwoInterrupts {
  readonly stop: Promise<void>;
  readonly now: Promise<void>;
  /** Nobody is listened to any more. */
  end(): void;
}

export function twoInterrupts({ console, onInterrupt }: Cli): TwoInterrupts {
  const stop = deferred<void>();
  const now = deferred<void>();
  let interrupts = 0;
  const end = onInterrupt(() => {
    interrupts += 1;
    (interrupts === 1 ? stop : now).resolve();
    if (interrupts === 1 && console.terminal) console.err('stopping; Ctrl-C again stops what still runs\n');
  });
  return { stop: stop.promise, now: now.promise, end };
}
