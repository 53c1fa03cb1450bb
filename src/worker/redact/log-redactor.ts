import type { Clock } from '../../ports/clock.ts';
import type { LogLine } from '../../ports/log-store.ts';
import { MASK, masked, type Range, rangeBefore } from './mask.ts';
import type { Matcher } from './matcher.ts';
import type { Redactor } from './redactor.ts';

/** A line whose end is the beginning of a secret by chance is shown after this time, in milliseconds. */
const PATIENCE = 500;
/** So many characters at the end of a line are no chance any more: it waits for what follows. */
const SUSPICIOUS = 4;

interface Piece {
  readonly at: number;
  readonly text: string;
  /** Where it stands in all that is held. */
  readonly start: number;
}

/**
 * Masks what one stream of a command prints. A secret may be split over pieces and lines, so whatever may be
 * the beginning of one is held until what follows shows what it is; everything else passes at once.
 */
export class LogRedactor {
  readonly #redactor: Redactor;
  readonly #clock: Clock;
  readonly #stream: LogLine['stream'];
  readonly #write: (lines: readonly LogLine[]) => void;
  #held: Piece[] = [];
  #ranges: Range[] = [];
  /** The texts of what is held, and before them those of which a secret may still go on. */
  #text = '';
  #matcher: Matcher | undefined;
  #state = 0;
  #cancelTimer = () => {};

  constructor(
    redactor: Redactor,
    clock: Clock,
    stream: LogLine['stream'],
    write: (lines: readonly LogLine[]) => void,
  ) {
    this.#redactor = redactor;
    this.#clock = clock;
    this.#stream = stream;
    this.#write = write;
  }

  print(text: string): void {
    const at = this.#clock.now();
    if (!this.#redactor.knowsSecrets) return this.#write([{ at, stream: this.#stream, text }]);
    this.#cancelTimer();
    this.#held.push({ at, text, start: this.#text.length });
    this.#scan(text);
    const pending = this.#matcher?.pendingOf(this.#state) ?? 0;
    this.#release(rangeBefore(this.#text, this.#text.length, pending).start);
    if (this.#held.length > 0 && pending < SUSPICIOUS) this.#releaseLater();
  }

  /** Nothing follows any more. */
  end(): void {
    this.#cancelTimer();
    this.#release(Number.POSITIVE_INFINITY);
    this.#forget(this.#text.length);
    this.#state = 0;
  }

  #scan(text: string): void {
    const { matcher } = this.#redactor;
    // Learned something meanwhile: what is still known of the text before is looked at again.
    if (matcher !== this.#matcher) this.#state = matcher.scan(this.#text, 0, () => {});
    this.#matcher = matcher;
    const offset = this.#text.length;
    this.#text += text;
    this.#state = matcher.scan(text, this.#state, (end, length) =>
      this.#ranges.push(rangeBefore(this.#text, offset + end, length)),
    );
  }

  #releaseLater(): void {
    const cancel = this.#clock.after(PATIENCE, () => this.#writeHeld(this.#held.splice(0)));
    this.#cancelTimer = () => {
      cancel();
      this.#cancelTimer = () => {};
    };
  }

  /** Writes the pieces that end before `safe`; the text of a secret that may go on stays known. */
  #release(safe: number): void {
    const count = this.#held.findIndex(({ start, text }) => start + text.length > safe);
    this.#writeHeld(this.#held.splice(0, count < 0 ? this.#held.length : count));
    this.#forget(Math.min(safe, this.#held[0]?.start ?? this.#text.length, this.#text.length));
  }

  #forget(end: number): void {
    if (end <= 0) return;
    this.#text = this.#text.slice(end);
    this.#held = this.#held.map(piece => ({ ...piece, start: piece.start - end }));
    this.#ranges = this.#ranges
      .filter(range => range.end > end)
      .map(range => ({ start: Math.max(0, range.start - end), end: range.end - end }));
  }

  #writeHeld(pieces: readonly Piece[]): void {
    if (pieces.length === 0) return;
    const stream = this.#stream;
    this.#write(pieces.map(piece => ({ at: piece.at, stream, text: this.#clean(piece) })));
  }

  #clean({ text, start }: Piece): string {
    if (this.#redactor.isWhole(text)) return MASK;
    const end = start + text.length;
    const own = this.#ranges.filter(range => range.start < end && range.end > start);
    if (own.length === 0) return text;
    return masked(
      text,
      own.map(range => ({ start: Math.max(range.start - start, 0), end: Math.min(range.end, end) - start })),
    );
  }
}
