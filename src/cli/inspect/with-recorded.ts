import { openForReading, type Recorded } from '../../compose/read.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { withStore } from '../run/with-store.ts';
import { ExecutionNotFound } from './resolve-execution.ts';
import { WrongRequest } from './wrong-request.ts';

/** Opens a data directory for reading, and tells what cannot be found there or is asked wrongly. */
export function withRecorded(
  { dataDir }: { readonly dataDir: string },
  { console }: Cli,
  work: (recorded: Recorded) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(console, async () => {
    const recorded = await openForReading(dataDir);
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
