import { lineFrame } from '../../common/source-position.ts';

/** A text with an index of its lines, so that finding a place costs a binary search. */
export class SourceText {
  readonly text: string;
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) this.#lineStarts.push(i + 1);
  }

  /** Line and column, both from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 };
  }

  frameAt(line: number, column: number): string {
    const start = this.#lineStarts[line - 1] ?? 0;
    const next = this.#lineStarts[line];
    const text = this.text.slice(start, next === undefined ? undefined : next - 1);
    return lineFrame(text.endsWith('\r') ? text.slice(0, -1) : text, line, column);
  }
}
