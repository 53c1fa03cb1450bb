import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** Milliseconds that a user who has interrupted twice waits for tools to clean up. */
const PATIENCE = 2500;

/** Closes what the work was done with, whatever came of it; who has interrupted does not wait for long. */
export async function closeWithin(
  access: { close(): Promise<void> },
  { clock }: Pick<Cli, 'clock'>,
  work: Promise<ExitCode>,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.failed;
  try {
    code = await work;
    return code;
  } finally {
    const closed = access.close();
    if (code !== EXIT.interrupted) await closed;
    else {
      const patience = timer(clock);
      await Promise.race([closed, patience.over]);
      patience.cancel();
    }
  }
}

function timer(clock: Cli['clock']) {
  let cancel = () => {};
  const over = new Promise<void>(resolve => {
    cancel = clock.at(clock.now() + PATIENCE, resolve);
  });
  return { over, cancel };
}
