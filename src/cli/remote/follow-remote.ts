import type { Client } from '../../client/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { duration } from '../output/duration.ts';
import { type FollowOptions, follow, Printed, Trouble } from '../run/follow.ts';
import { RemoteEngine } from './remote-engine.ts';

export interface FollowRemoteOptions extends Omit<FollowOptions, 'limit'> {
  /** Milliseconds after which nobody waits any longer; the execution goes on. */
  readonly patience?: number | undefined;
  /** What happened before is told, too: for an execution that begins now. */
  readonly fromStart: boolean;
}

/** Nobody waits any longer. */
class WaitOver extends Error {
  override readonly name = 'WaitOver';
}

/** As `follow`, for an execution of a server. */
export async function followRemote(
  client: Client,
  begin: () => Promise<string>,
  { patience, fromStart, ...options }: FollowRemoteOptions,
  cli: Cli,
): Promise<ExitCode> {
  const trouble = new Trouble();
  const printed = new Printed();
  const { clock } = cli;
  const remote = new RemoteEngine(
    client,
    options.quiet ? { fromStart, clock } : { fromStart, clock, printed },
  );
  let begun = '';
  const stopTimer = limitPatience(patience, trouble, cli);
  try {
    const start = async () => {
      begun = await begin();
      return begun;
    };
    return await follow(remote, trouble, start, options, cli, printed);
  } catch (error) {
    if (!(error instanceof WaitOver)) throw error;
    const { console } = cli;
    const going =
      begun === ''
        ? ''
        : `; execution ${begun} goes on: \`noetl status ${begun}${options.serverFlags ?? ''}\``;
    console.err(`${console.errPaint.red('error')}: ${error.message}${going}\n`);
    return EXIT.failed;
  } finally {
    stopTimer();
    remote.close();
  }
}

function limitPatience(patience: number | undefined, trouble: Trouble, { clock }: Cli): () => void {
  if (patience === undefined) return () => {};
  return clock.after(patience, () =>
    trouble.report('', new WaitOver(`not over after ${duration(patience)}`)),
  );
}
