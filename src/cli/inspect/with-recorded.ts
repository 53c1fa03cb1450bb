import { openForReading, type Recorded } from '../../compose/read.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';
import { ExecutionNotFound } from './resolve-execution.ts';
import { WrongRequest } from './wrong-request.ts';

/** Opens a data directory for reading, or a server, and tells what cannot be found there or is asked wrongly. */
export function withRecorded(
  options: ServerChoice & { readonly dataDir: string },
  cli: Cli,
  work: (recorded: Recorded) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    const recorded = await openRecorded(options, cli);
    try {
      return await work(recorded);
    } catch (error) {
      if (!(error instanceof ExecutionNotFound) && !(error instanceof WrongRequest)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    } finally {
      await recorded.close();
    }
  });
}

/** Of the server that is asked for, else of the data directory. */
export async function openRecorded(
  options: ServerChoice & { readonly dataDir: string },
  cli: Cli,
): Promise<Recorded> {
  const server = await connectIfAsked(options, cli);
  if (!server) return openForReading(options.dataDir);
  const { remoteRecorded } = await import('../remote/remote-recorded.ts');
  return remoteRecorded(server);
}
