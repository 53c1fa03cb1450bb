import { lineFrame } from '../../common/source-position.ts';
import type { SourceRange } from '../positions.ts';
import { LIMITS } from './yaml/limits.ts';

/** A text with an index of its lines, so that finding a place costs a binary search. */
export class SourceText {
  readonly text: string;
  #lines: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Offsets at which lines begin; found when the first place is asked for. */
  get #lineStarts(): readonly number[] {
    this.#lines ??= findLineStarts(this.text);
    return this.#lines;
  }

  /** The same text with some parts masked; lines and columns stay. */
  without(ranges: readonly SourceRange[]): SourceText {
    if (ranges.length === 0) return this;
    const sorted = [...ranges].sort((a, b) => a.start - b.start);
    let text = '';
    for (const { start, end } of sorted) {
      if (end <= text.length) continue;
      text += this.text.slice(text.length, Math.max(start, text.length));
      text += this.text.slice(text.length, end).replace(/[^\r\n]/g, '•');
    }
    return new SourceText(text + this.text.slice(text.length));
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

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  // The only thing ever said of a text beyond the limit is that it is, at its beginning.
  const within = text.length > LIMITS.characters ? text.slice(0, 1000) : text;
  for (let i = within.indexOf('\n'); i !== -1; i = within.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}
