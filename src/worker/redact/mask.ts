export const MASK = '***';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range that ends at `end` and has `length` characters, line ends not counted. */
export function rangeBefore(text: string, end: number, length: number): Range {
  let start = end;
  for (let left = length; left > 0 && start > 0; ) {
    start -= 1;
    const unit = text.charCodeAt(start);
    if (unit !== 10 && unit !== 13) left -= 1;
  }
  return { start, end };
}

/** The text with every range replaced; ranges that touch each other are one. */
export function masked(text: string, ranges: readonly Range[]): string {
  let clean = '';
  let at = 0;
  for (const { start, end } of joined(ranges)) {
    clean += text.slice(at, start) + MASK;
    at = end;
  }
  return clean + text.slice(at);
}

/** In order; those that touch each other are one. */
export function joined(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (!last || range.start > last.end) merged.push(range);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return merged;
}
