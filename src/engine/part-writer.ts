import type { PlainValue } from '../common/plain-value.ts';

interface OpenPart {
  readonly data: (PlainValue | undefined)[];
  readonly left: number;
}

/**
 * Puts values that arrive roughly in order of index into parts of equal length. A part is written as soon
 * as it is complete, so only those are in memory that values still arrive for.
 */
export class PartWriter {
  readonly #length: number;
  readonly #write: (part: number, data: readonly PlainValue[]) => Promise<string>;
  readonly #open = new Map<number, OpenPart>();
  readonly #complete = new Map<number, readonly PlainValue[]>();
  readonly #places: string[] = [];
  #total = 0;

  constructor(length: number, write: (part: number, data: readonly PlainValue[]) => Promise<string>) {
    this.#length = length;
    this.#write = write;
  }

  start(total: number): void {
    this.#total = total;
  }

  /** The first value of an index counts. */
  add(index: number, value: PlainValue): void {
    const number = Math.floor(index / this.#length);
    if (this.#isComplete(number)) return;
    const { data, left } = this.#open.get(number) ?? this.#begin(number);
    if (data[index % this.#length] !== undefined) return;
    data[index % this.#length] = value;
    if (left > 1) this.#open.set(number, { data, left: left - 1 });
    else this.#close(number, data);
  }

  #isComplete(number: number): boolean {
    return this.#places[number] !== undefined || this.#complete.has(number);
  }

  #close(number: number, data: readonly (PlainValue | undefined)[]): void {
    this.#open.delete(number);
    this.#complete.set(
      number,
      Array.from(data, value => value ?? null),
    );
  }

  #begin(number: number): OpenPart {
    const length = Math.min(this.#length, this.#total - number * this.#length);
    return { data: new Array<PlainValue | undefined>(length), left: length };
  }

  /** Writes what is complete. */
  async flush(): Promise<void> {
    const complete = [...this.#complete];
    this.#complete.clear();
    await Promise.all(
      complete.map(async ([part, data]) => {
        this.#places[part] = await this.#write(part, data);
      }),
    );
  }

  /** Writes the rest too, null where nothing arrived; gives where each part is. */
  async finish(): Promise<readonly string[]> {
    for (let number = 0; number * this.#length < this.#total; number++) {
      if (!this.#isComplete(number))
        this.#close(number, (this.#open.get(number) ?? this.#begin(number)).data);
    }
    await this.flush();
    return this.#places;
  }
}
