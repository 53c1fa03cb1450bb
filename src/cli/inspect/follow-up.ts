import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';

/** Milliseconds between two looks at what another process writes. */
const INTERVAL = 400;

/** Calls `look` again and again until it says that there is no more to come, or the user interrupts. */
export async function keepLooking(
  { clock, onInterrupt }: Pick<Cli, 'clock' | 'onInterrupt'>,
  look: () => Promise<'more' | 'end'>,
): Promise<'end' | 'interrupted'> {
  let interrupted = false;
  let wake = () => {};
  const stop = onInterrupt(() => {
    interrupted = true;
    wake();
  });
  try {
    while (!interrupted) {
      if ((await look()) === 'end') return 'end';
      await new Promise<void>(resolve => {
        const cancel = clock.after(INTERVAL, resolve);
        wake = () => {
          cancel();
          resolve();
        };
        if (interrupted) wake();
      });
    }
    return 'interrupted';
  } finally {
    stop();
  }
}

export const hasEnded = (summary: ExecutionSummary | undefined): boolean =>
  summary === undefined || summary.endedAt !== undefined;
