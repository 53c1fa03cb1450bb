import type { RE2JS } from 're2js';
import type { Meter } from '../budget.ts';

/** Characters read between two payments. */
const BATCH = 256;

/**
 * A text that pays for each of its characters whenever the regular-expression engine reads it. The
 * engine is linear in the text for one search, but a search may read to the end of the text only to
 * match its first character; looking for all matches would then be quadratic, and nothing else than
 * the reads themselves tells such a pattern from a harmless one.
 */
export class MeteredText extends String {
  readonly #meter: Meter;
  readonly #stepsPerBatch: number;
  #left = 0;

  constructor(text: string, pattern: RE2JS, meter: Meter) {
    super(text);
    this.#meter = meter;
    // The work per character grows with the pattern and with the groups it has to track.
    const weight = pattern.programSize() + 8 + 16 * pattern.groupCount();
    this.#stepsPerBatch = Math.ceil((BATCH * weight) / 64);
  }

  override charCodeAt(index: number): number {
    if (--this.#left < 0) {
      this.#left = BATCH;
      this.#meter.step(this.#stepsPerBatch);
    }
    return super.charCodeAt(index);
  }
}
