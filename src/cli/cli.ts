import type { Console } from './output/console.ts';

/** What a command has to do with: where it writes, and what is piped into it. */
export interface Cli {
  readonly console: Console;
  /** All of standard input. */
  readStdin(): Promise<string>;
}
