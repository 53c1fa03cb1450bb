import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Console } from '../output/console.ts';

/** Errors whose texts are written for people. */
const TOLD: ReadonlySet<string> = new Set(['StoreError', 'ControlError']);

/** Runs `work`; what a store says is wrong is told to the user, because its texts are written for people. */
export async function withStore(console: Console, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !TOLD.has(error.name)) throw error;
    console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
    return EXIT.usage;
  }
}
