import type { Paint } from '../output/paint.ts';
import { textWidth } from '../output/text-width.ts';
import { inlineWords, type Word, wrapWords } from './inline-text.ts';

const GAP = '  ';
const NARROWEST = 12;

type Row = readonly (readonly Word[])[];

/** A table in columns; where it is too wide, the widest columns are wrapped. The first row is the heading. */
export function renderTable(rows: readonly (readonly string[])[], paint: Paint, width: number): string {
  const table = rows.map(row => row.map(cell => inlineWords(cell, paint)));
  const columns = Math.max(...table.map(row => row.length));
  const wanted = [...Array(columns).keys()].map(at =>
    Math.max(...table.map(row => lineWidth(row[at] ?? []))),
  );
  const widths = narrowed(wanted, width - GAP.length * (columns - 1));
  return table
    .map((row, at) => {
      const text = renderRow(row, widths);
      return at === 0 ? paint.dim(text) : text;
    })
    .filter(text => text.trim() !== '')
    .join('');
}

function renderRow(row: Row, widths: readonly number[]): string {
  const wrapped = widths.map((width, at) => wrapWords(row[at] ?? [], width));
  const height = Math.max(1, ...wrapped.map(lines => lines.length));
  return [...Array(height).keys()]
    .map(line => {
      const cells = wrapped.map((lines, at) => padded(lines[line], widths[at] ?? 0));
      return `${cells.join(GAP).trimEnd()}\n`;
    })
    .join('');
}

const padded = (word: Word | undefined, width: number): string =>
  word ? word.painted + ' '.repeat(Math.max(0, width - textWidth(word.text))) : ' '.repeat(width);

const lineWidth = (words: readonly Word[]): number =>
  words.reduce((sum, { text }) => sum + textWidth(text) + 1, 0) - (words.length > 0 ? 1 : 0);

/** Takes from the widest column until all fit, as long as they can be read. */
function narrowed(wanted: readonly number[], room: number): readonly number[] {
  const widths = [...wanted];
  for (;;) {
    const over = widths.reduce((sum, width) => sum + width, 0) - room;
    const widest = Math.max(...widths);
    if (over <= 0 || widest <= NARROWEST) return widths;
    const next = Math.max(NARROWEST, ...widths.filter(width => width < widest));
    widths[widths.indexOf(widest)] = Math.max(next === widest ? NARROWEST : next, widest - over, NARROWEST);
  }
}
