import type { PlainValue } from '../common/plain-value.ts';

interface OpenPart {
  readonly data: (PlainValue | undefined)[];
  readonly left: number;
}

/**
 * Puts values that arrive roughly in order of index into parts of equal length. A part is written as soon
 * as it is complete, so only those are in memory that values still arrive for; the last one may be shorter.
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

  /** So many values there are, as far as is known: a cursor learns of more on the way. */
  expect(total: number): void {
    this.#total = total;
  }

  /** The first value of an index counts. */
  add(index: number, value: PlainValue): void {
    const number = Math.floor(index / this.#length);
    if (this.#isComplete(number)) return;
    const { data, left } = this.#open.get(number) ?? this.#begin();
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

  #begin(): OpenPart {
    return { data: new Array<PlainValue | undefined>(this.#length), left: this.#length };
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
      const { data } = this.#open.get(number) ?? this.#begin();
      const length = Math.min(this.#length, this.#total - number * this.#length);
      if (!this.#isComplete(number)) this.#close(number, data.slice(0, length));
    }
    await this.flush();
    return this.#places;
  }
}
