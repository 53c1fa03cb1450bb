/** A line is longer than its reader accepts. */
export class LineTooLong extends Error {}

/** Cuts what arrives into lines. Keeps one unfinished line at most, of limited length. */
export class LineReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes; may be changed between lines. */
  limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The lines that `chunk` completes. Throws `LineTooLong`. */
  *push(chunk: Buffer): Generator<string> {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, from);
      this.#keep(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) return;
      from = end + 1;
      yield this.#take();
    }
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.limit) throw new LineTooLong(`a line is longer than ${this.limit} bytes`);
    if (part.length > 0) this.#chunks.push(part);
  }

  #take(): string {
    const line = Buffer.concat(this.#chunks).toString('utf8');
    this.#chunks = [];
    this.#length = 0;
    return line;
  }
}
