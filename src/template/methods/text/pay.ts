import type { Meter } from '../../budget.ts';

/** Characters that are read in the time of one step. */
const CHARACTERS_PER_STEP = 32;

/** Pays for reading a text from end to end without producing one. */
export function payScan(text: string, meter: Meter): void {
  if (text.length >= CHARACTERS_PER_STEP) meter.step(Math.ceil(text.length / CHARACTERS_PER_STEP));
}
