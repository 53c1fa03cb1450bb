import type { Cli } from '../../src/cli/cli.ts';
import type { Console } from '../../src/cli/output/console.ts';

/** A command line without a process around it: nothing is piped in, nobody interrupts. */
export const testCli = (console: Console, stdin = ''): Cli => ({
  console,
  readStdin: async () => stdin,
  env: process.env,
  onInterrupt: () => () => {},
});
