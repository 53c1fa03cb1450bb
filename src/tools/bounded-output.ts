import { StringDecoder } from 'node:string_decoder';

export interface OutputLimits {
  /** Up to this many bytes nothing is left out. */
  readonly whole: number;
  /** Above it, this many bytes are kept of the beginning and of the end. */
  readonly edge: number;
}

/** Keeps what a program prints: all of it if that is little, else the beginning and the end. */
export class BoundedOutput {
  readonly #limits: OutputLimits;
  #head: Buffer[] = [];
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;

  constructor(limits: OutputLimits) {
    this.#limits = limits;
  }

  get truncated(): boolean {
    return this.#total > this.#limits.whole;
  }

  write(bytes: Buffer): void {
    const wasWhole = !this.truncated;
    this.#total += bytes.length;
    if (!this.truncated) {
      this.#head.push(bytes);
      return;
    }
    if (wasWhole) this.#split();
    this.#keepTail(bytes);
  }

  /** The first piece that is too much ends the time of keeping everything. */
  #split(): void {
    const all = Buffer.concat(this.#head);
    // Copies, because a view would keep the whole buffer alive.
    this.#head = [Buffer.from(all.subarray(0, this.#limits.edge))];
    this.#keepTail(Buffer.from(all.subarray(this.#limits.edge)));
  }

  #keepTail(bytes: Buffer): void {
    this.#tail.push(bytes);
    this.#tailBytes += bytes.length;
    // Joined only now and then: a copy for every piece would make the cost grow with the square.
    if (this.#tailBytes < 4 * this.#limits.edge) return;
    this.#tail = [Buffer.from(Buffer.concat(this.#tail).subarray(-this.#limits.edge))];
    this.#tailBytes = this.#limits.edge;
  }

  text(): string {
    if (!this.truncated) return Buffer.concat(this.#head).toString('utf8');
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail).subarray(-this.#limits.edge);
    const left = this.#total - head.length - tail.length;
    return `${headText(head)}\n[… ${left} bytes left out, all of it is in the log …]\n${tailText(tail)}`;
  }
}

/** Without the first bytes of a character that was cut in two. */
const headText = (bytes: Buffer): string => new StringDecoder('utf8').write(bytes);

/** Without the last bytes of a character that was cut in two. */
function tailText(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start);
}
