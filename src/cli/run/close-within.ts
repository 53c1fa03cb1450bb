import { deferred } from '../../common/deferred.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** Milliseconds after which the user is told what is waited for. */
const SILENCE = 400;

/**
 * Closes what the work was done with, whatever came of it. Who has interrupted the work waits for tools to
 * clean up, and by another interrupt waits no longer.
 */
export async function closeWithin(
  access: { close(): Promise<void> },
  cli: Pick<Cli, 'clock' | 'console' | 'onInterrupt'>,
  work: Promise<ExitCode>,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.failed;
  try {
    code = await work;
    return code;
  } finally {
    const closed = access.close();
    await (code === EXIT.interrupted ? unlessInterrupted(closed, cli) : closed);
  }
}

async function unlessInterrupted(
  closed: Promise<void>,
  { clock, console, onInterrupt }: Pick<Cli, 'clock' | 'console' | 'onInterrupt'>,
): Promise<void> {
  const interrupted = deferred<void>();
  const stopListening = onInterrupt(() => interrupted.resolve());
  const stopTelling = clock.at(clock.now() + SILENCE, () =>
    console.err('waiting for what still runs to stop, press Ctrl-C again to stop at once\n'),
  );
  try {
    await Promise.race([closed, interrupted.promise]);
  } finally {
    stopTelling();
    stopListening();
  }
}
