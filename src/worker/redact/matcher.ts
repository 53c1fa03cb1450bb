/** Called for every form that is found: where it ends in the text, and its length without line ends. */
export type OnMatch = (end: number, length: number) => void;

const ROOT = 0;
const UNITS = 0x10000;

/**
 * Finds many texts in one pass (Aho and Corasick). It can stop anywhere and go on with the next piece: the
 * state it is left in says how many of the last characters may be the beginning of a form. Line ends are
 * skipped: they part neither pieces nor forms.
 */
export class Matcher {
  /** Children by node and unit. */
  readonly #next = new Map<number, number>();
  readonly #fail: number[] = [ROOT];
  readonly #depth: number[] = [0];
  /** Of the longest form that ends at a node; 0: none. */
  readonly #found: number[] = [0];
  /** A form ends there and none goes on. */
  readonly #isLeaf: boolean[] = [true];
  /** Whether a form begins with a unit: most of a text is passed over by looking here. */
  readonly #begins = new Uint8Array(UNITS);

  constructor(forms: Iterable<string>) {
    for (const form of forms) this.#add(form);
    this.#linkFailures();
  }

  /** Characters at the end of what was scanned that may go on to be a form. */
  pendingOf(state: number): number {
    let node = state;
    while (node !== ROOT && this.#isLeaf[node] === true) node = this.#fail[node] as number;
    return this.#depth[node] as number;
  }

  /** Goes on from `state` and gives the state after the text. */
  scan(text: string, state: number, onMatch: OnMatch): number {
    let node = state;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if ((node === ROOT && this.#begins[unit] === 0) || unit === 10 || unit === 13) continue;
      node = this.#step(node, unit);
      const length = this.#found[node] as number;
      if (length > 0) onMatch(i + 1, length);
    }
    return node;
  }

  #step(from: number, unit: number): number {
    for (let node = from; ; node = this.#fail[node] as number) {
      const child = this.#next.get(node * UNITS + unit);
      if (child !== undefined) return child;
      if (node === ROOT) return ROOT;
    }
  }

  #add(form: string): void {
    let node = ROOT;
    for (let i = 0; i < form.length; i++) node = this.#child(node, form.charCodeAt(i));
    this.#found[node] = form.length;
    if (form !== '') this.#begins[form.charCodeAt(0)] = 1;
  }

  #child(node: number, unit: number): number {
    const known = this.#next.get(node * UNITS + unit);
    if (known !== undefined) return known;
    const child = this.#fail.length;
    this.#next.set(node * UNITS + unit, child);
    this.#isLeaf[node] = false;
    this.#isLeaf.push(true);
    this.#fail.push(ROOT);
    this.#found.push(0);
    this.#depth.push((this.#depth[node] as number) + 1);
    return child;
  }

  /** Nodes nearer to the root first: a link leads to one that is finished already. */
  #linkFailures(): void {
    const byDepth = [...this.#next].sort(
      ([, a], [, b]) => (this.#depth[a] as number) - (this.#depth[b] as number),
    );
    for (const [key, child] of byDepth) {
      const parent = Math.floor(key / UNITS);
      const link = parent === ROOT ? ROOT : this.#step(this.#fail[parent] as number, key % UNITS);
      this.#fail[child] = link;
      this.#found[child] = Math.max(this.#found[child] as number, this.#found[link] as number);
    }
  }
}
