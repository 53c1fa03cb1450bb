import type { Paint } from '../output/paint.ts';
import { padToWidth, textWidth } from '../output/text-width.ts';
import { visible } from '../output/visible.ts';

/** A cell: text, and perhaps a colour that does not count in its width. */
export type Cell = string | { readonly text: string; readonly paint: (text: string) => string };

/** Columns as wide as their widest cell; empty columns and the space behind the last one are left out. */
export function table(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
  indent = '',
): string {
  const kept = header.map((_, at) => at).filter(at => rows.some(row => textOf(row[at] ?? '') !== ''));
  const widths = header.map((title, at) =>
    Math.max(textWidth(title), ...rows.map(row => textWidth(textOf(row[at] ?? '')))),
  );
  const line = (cells: readonly Cell[]) =>
    indent +
    kept
      .map((at, place) => padded(cells[at] ?? '', place === kept.length - 1 ? 0 : widths[at]!))
      .join('  ')
      .trimEnd();
  const titles = header.map(title => ({ text: title, paint: (text: string) => paint.dim(text) }));
  return [line(titles), ...rows.map(line)].map(each => `${each}\n`).join('');
}

const textOf = (cell: Cell): string => visible(typeof cell === 'string' ? cell : cell.text);

function padded(cell: Cell, width: number): string {
  const text = textOf(cell);
  const painted = typeof cell === 'string' || text === '' ? text : cell.paint(text);
  return painted + padToWidth(text, width).slice(text.length);
}
