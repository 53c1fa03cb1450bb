import { systemClock } from '../../src/adapters/system/clock.ts';
import type { Cli } from '../../src/cli/cli.ts';
import type { Console } from '../../src/cli/output/console.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** A command line without a process around it: nothing is piped in, nobody interrupts. */
export const testCli = (console: Console, stdin = '', clock: Clock = systemClock): Cli => ({
  console,
  readStdin: async () => stdin,
  clock,
  env: process.env,
  onInterrupt: () => () => {},
});
