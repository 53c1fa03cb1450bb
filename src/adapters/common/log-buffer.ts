import { addOmitted, cutLongLines, NOTHING_OMITTED, type Omitted } from '../../ports/log-lines.ts';
import type { LogLine } from '../../ports/log-store.ts';
import { sizeOf } from './log-lines.ts';

/**
 * The beginning and the end of what is pushed, each up to a limit; what falls between is counted and
 * forgotten. Memory and time per line are bounded whatever a command prints.
 */
export class LogBuffer<Line extends LogLine = LogLine> {
  readonly #limit: number;
  readonly head: Line[] = [];
  #headBytes = 0;
  #tail: Line[] = [];
  #tailBytes = 0;
  /** Where the tail begins: taking single lines off the front of a long array would cost its length. */
  #tailStart = 0;
  #omitted: Omitted = NOTHING_OMITTED;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(lines: readonly Line[]): void {
    for (const line of cutLongLines(lines)) {
      const bytes = sizeOf(line);
      if (this.#tail.length === 0 && this.#headBytes + bytes <= this.#limit) {
        this.head.push(line);
        this.#headBytes += bytes;
      } else this.#pushTail(line, bytes);
    }
  }

  get tail(): readonly Line[] {
    return this.#tail.slice(this.#tailStart);
  }

  get omitted(): Omitted {
    return this.#omitted;
  }

  /** Of its last line; undefined while it has none. */
  get writtenAt(): number | undefined {
    return (this.#tail.at(-1) ?? this.head.at(-1))?.at;
  }

  /** Of what it holds. */
  get bytes(): number {
    return this.#headBytes + this.#tailBytes;
  }

  #pushTail(line: Line, bytes: number): void {
    this.#tail.push(line);
    this.#tailBytes += bytes;
    while (this.#tailBytes > this.#limit) {
      const oldest = sizeOf(this.#tail[this.#tailStart] as Line);
      this.#tailStart += 1;
      this.#tailBytes -= oldest;
      this.#omitted = addOmitted(this.#omitted, { lines: 1, bytes: oldest });
    }
    if (this.#tailStart > 1_000 && this.#tailStart * 2 > this.#tail.length) {
      this.#tail = this.tail.slice();
      this.#tailStart = 0;
    }
  }
}
