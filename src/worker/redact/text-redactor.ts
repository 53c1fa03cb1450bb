import { joined, MASK, type Range, rangeBefore } from './mask.ts';
import type { Matcher } from './matcher.ts';
import type { Redactor } from './redactor.ts';
import { StringTracker } from './string-tracker.ts';

/** More is not held back: line ends between two letters are no part of a secret, but they could go on for ever. */
const MAX_HELD = 64 * 1024;

const NUMERIC = /^[0-9.eE+-]+$/;

/**
 * Masks the secrets in a text of any length that comes in pieces. What may be the beginning of a secret is
 * held back until the next piece shows what it is; everything else passes at once.
 *
 * As long as the text is JSON it stays JSON: a number is masked only as a whole, and becomes a text then;
 * a secret that is too short to be looked for anywhere is masked where it is a whole string.
 */
export class TextRedactor {
  readonly #matcher: Matcher | undefined;
  readonly #isJson: () => boolean;
  readonly #strings = new StringTracker();
  #state = 0;
  #held = '';
  /** The character before it. */
  #before = ' ';
  #ranges: Range[] = [];
  #hasMasked = false;

  /** `isJson`: whether the text, as far as it has passed, is JSON. */
  constructor(redactor: Redactor, isJson: () => boolean) {
    this.#matcher = redactor.knowsSecrets ? redactor.streamMatcher : undefined;
    this.#isJson = isJson;
  }

  get hasMasked(): boolean {
    return this.#hasMasked;
  }

  /** What can be shown now. */
  push(text: string): string {
    if (!this.#matcher) return text;
    const offset = this.#held.length;
    this.#held += text;
    this.#state = this.#matcher.scan(text, this.#state, (end, length) =>
      this.#ranges.push(rangeBefore(this.#held, offset + end, length)),
    );
    return this.#release(this.#safeEnd(this.#matcher.pendingOf(this.#state)));
  }

  /** The rest: nothing follows any more, or nothing that belongs to it. */
  end(): string {
    this.#state = 0;
    return this.#release(this.#held.length);
  }

  /** What follows may turn the end of the text into a secret, or a secret into a part of a longer number. */
  #safeEnd(pending: number): number {
    const { length } = this.#held;
    const open = this.#ranges.find(({ end }) => end === length)?.start ?? length;
    const safe = Math.min(open, rangeBefore(this.#held, length, pending).start);
    return length - safe > MAX_HELD ? length : safe;
  }

  #release(end: number): string {
    const text = this.#held.slice(0, end);
    const clean = this.#masked(text, joined(this.#ranges.filter(({ start }) => start < end)), end);
    this.#before = text.at(-1) ?? this.#before;
    this.#held = this.#held.slice(end);
    this.#ranges = this.#ranges
      .filter(range => range.end > end)
      .map(range => ({ start: Math.max(0, range.start - end), end: range.end - end }));
    return clean;
  }

  /** A secret that goes on beyond the end is masked here as far as it goes, and there again. */
  #masked(text: string, ranges: readonly Range[], limit: number): string {
    let clean = '';
    let at = 0;
    for (const { start, end } of ranges) {
      this.#strings.advance(text, at, start);
      const until = Math.min(end, limit);
      const mask = this.#maskOf(text, start, until);
      clean += text.slice(at, start) + (mask ?? text.slice(start, until));
      this.#hasMasked ||= mask !== undefined;
      this.#strings.advance(text, start, until);
      at = until;
    }
    this.#strings.advance(text, at, text.length);
    return clean + text.slice(at);
  }

  /** Undefined: it is left as it is. */
  #maskOf(text: string, start: number, end: number): string | undefined {
    const secret = text.slice(start, end);
    const isQuoted = secret.startsWith('"') && secret.endsWith('"');
    if (!this.#isJson()) return isQuoted ? `"${MASK}"` : MASK;
    if (this.#strings.isInside) return isQuoted ? undefined : MASK;
    if (isQuoted) return `"${MASK}"`;
    if (!NUMERIC.test(secret)) return MASK;
    const isWhole = !NUMERIC.test(text[start - 1] ?? this.#before) && !NUMERIC.test(this.#held[end] ?? ' ');
    return isWhole ? `"${MASK}"` : undefined;
  }
}
