import type { Cli } from '../cli.ts';
import { type MakeDisplay, noDisplay } from './display.ts';
import { liveDisplay } from './live-display.ts';
import { plainDisplay } from './plain-display.ts';

/** A picture for who watches on a terminal, lines for everybody else. */
export function chooseDisplay(
  { quiet = false, verbose = false }: { readonly quiet?: boolean; readonly verbose?: boolean },
  { console, clock }: Pick<Cli, 'console' | 'clock'>,
): MakeDisplay {
  if (quiet) return noDisplay;
  // More detail than a picture holds is told line by line.
  if (!console.terminal || verbose) return plainDisplay(console, verbose);
  return liveDisplay(console.terminal, console.errPaint, clock);
}
