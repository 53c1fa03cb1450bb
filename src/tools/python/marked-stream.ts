/**
 * Passes on what arrives until the mark that ends a call. The mark may arrive in pieces, so the beginning
 * of one is held back until it is known what it is.
 */
export class MarkedStream {
  readonly #mark: Buffer;
  readonly #sink: (bytes: Buffer) => void;
  #held: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(mark: Buffer, sink: (bytes: Buffer) => void) {
    this.#mark = mark;
    this.#sink = sink;
  }

  get ended(): boolean {
    return this.#ended;
  }

  write(chunk: Buffer): void {
    if (this.#ended) return;
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const at = bytes.indexOf(this.#mark);
    this.#ended = at >= 0;
    const safe = this.#ended ? at : this.#startOfMark(bytes);
    if (safe > 0) this.#sink(bytes.subarray(0, safe));
    this.#held = this.#ended ? Buffer.alloc(0) : bytes.subarray(safe);
  }

  /** Passes on what was held back: no mark will come any more. */
  flush(): void {
    if (!this.#ended && this.#held.length > 0) this.#sink(this.#held);
    this.#ended = true;
  }

  #startOfMark(bytes: Buffer): number {
    const last = bytes.length - this.#mark.length + 1;
    for (let at = bytes.indexOf(this.#mark[0]!, Math.max(0, last)); at >= 0; ) {
      if (this.#mark.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at;
      at = bytes.indexOf(this.#mark[0]!, at + 1);
    }
    return bytes.length;
  }
}
