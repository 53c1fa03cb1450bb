import type { Clock } from '../ports/clock.ts';
import type { Ask } from './input/ask.ts';
import type { Console } from './output/console.ts';

/** What a command has to do with: where it writes, what is piped into it, and what surrounds it. */
export interface Cli {
  readonly console: Console;
  /** All of standard input. */
  readStdin(): Promise<string>;
  /** Asks the person at the terminal; undefined: there is none. */
  readonly ask?: Ask | undefined;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back whenever the user interrupts (Ctrl-C) or the process is asked to end; the result stops it. */
  onInterrupt(callback: () => void): () => void;
}
