import { deferred } from '../../common/deferred.ts';
import type { Cli } from '../cli.ts';

export interface Interrupts {
  /** Resolves when the user will not wait any longer. */
  readonly killed: Promise<undefined>;
  stop(): void;
}

/** The first interrupt cancels the execution and waits for it to end; the second waits for nothing. */
export function interruptible(
  cli: Pick<Cli, 'onInterrupt'>,
  say: (text: string) => void,
  cancel: () => Promise<void>,
): Interrupts {
  const stopped = deferred<{ readonly trouble: unknown } | undefined>();
  let interrupted = false;
  const stop = cli.onInterrupt(() => {
    if (interrupted) return stopped.resolve(undefined);
    interrupted = true;
    say('cancelling, press Ctrl-C again to stop at once');
    cancel().catch((trouble: unknown) => stopped.resolve({ trouble }));
  });
  const killed = stopped.promise.then(failed => {
    if (failed) throw failed.trouble;
    return undefined;
  });
  // Whoever races it sees the rejection.
  killed.catch(() => {});
  return { killed, stop };
}
