/** Takes a stream apart into frames: a line with the length, then that many bytes. */
export class FrameReader {
  readonly #onFrame: (payload: Buffer) => void;
  readonly #onNonsense: () => false;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Length of the frame whose header was read; undefined while the header is awaited. */
  #expected: number | undefined;

  /** `onNonsense`: the stream holds something else than frames and cannot be read any further. */
  constructor(onFrame: (payload: Buffer) => void, onNonsense: () => void) {
    this.#onFrame = onFrame;
    this.#onNonsense = () => {
      this.#keep(Buffer.alloc(0));
      onNonsense();
      return false;
    };
  }

  write(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#bytes += chunk.length;
    while (this.#advance());
  }

  #advance(): boolean {
    if (this.#expected === undefined) return this.#readHeader();
    if (this.#bytes < this.#expected) return false;
    const all = this.#joined();
    const payload = all.subarray(0, this.#expected);
    this.#keep(all.subarray(this.#expected));
    this.#expected = undefined;
    this.#onFrame(payload);
    return true;
  }

  #readHeader(): boolean {
    const all = this.#joined();
    const end = all.indexOf(10);
    if (end < 0) return false;
    const header = all.toString('latin1', 0, end);
    if (!/^\d+$/.test(header)) return this.#onNonsense();
    this.#expected = Number(header);
    this.#keep(all.subarray(end + 1));
    return true;
  }

  #joined(): Buffer {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
  }

  #keep(rest: Buffer): void {
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }
}

export function frame(payload: string): Buffer {
  const bytes = Buffer.byteLength(payload);
  return Buffer.from(`${bytes}\n${payload}`);
}
