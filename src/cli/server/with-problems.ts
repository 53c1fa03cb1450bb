import type { ExitCode } from '../exit-code.ts';
import { EXIT } from '../exit-code.ts';
import type { Console } from '../output/console.ts';
import { withStore } from '../run/with-store.ts';

/** Errors whose texts are written for people: settings that are wrong, a port in use. */
const TOLD: ReadonlySet<string> = new Set(['ServerProblem', 'ConfigProblem']);

export function withServerProblems(console: Console, work: () => Promise<ExitCode>): Promise<ExitCode> {
  return withStore(console, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !TOLD.has(error.name)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  });
}
