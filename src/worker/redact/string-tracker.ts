const [QUOTE, BACKSLASH] = [34, 92];

/** Knows, while a JSON text goes by, whether a place of it is inside of a string. */
export class StringTracker {
  #isInside = false;
  #isEscaped = false;

  get isInside(): boolean {
    return this.#isInside;
  }

  /** Goes on from `from`, which is where it was, to `to`. */
  advance(text: string, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (unit === QUOTE) this.#isInside = !this.#isInside;
      else if (unit === BACKSLASH && this.#isInside) this.#isEscaped = true;
    }
  }
}
