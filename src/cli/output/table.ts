import { fitColumns } from './fit-columns.ts';
import type { Paint } from './paint.ts';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';
import { visible } from './visible.ts';

/** A cell: text, perhaps in a colour that does not count in its width, perhaps at the right of its column. */
export type Cell =
  | string
  | { readonly text: string; readonly paint?: (text: string) => string; readonly isRight?: boolean };

export interface TableOptions {
  /** Cells of the terminal that it may take; undefined: as many as it needs. */
  readonly width?: number | undefined;
  /** With lines around the cells. */
  readonly isBoxed?: boolean;
  /** Columns in which nothing stands are shown; otherwise they are left out. */
  readonly keepsEmpty?: boolean;
}

/** Columns as wide as their widest cell, under dim headings. The last line ends with a line break. */
export function table(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
  { width, isBoxed = false, keepsEmpty = isBoxed }: TableOptions = {},
): string {
  const frame = isBoxed ? BOX : BARE;
  const kept = [...header.keys()].filter(at => keepsEmpty || rows.some(row => textOf(row[at] ?? '') !== ''));
  const titles = header.map((text, at) => ({
    text,
    paint: paint.dim,
    isRight: rows.every(row => isRight(row[at])),
  }));
  const wanted = kept.map(at => Math.max(...[titles, ...rows].map(row => textWidth(textOf(row[at] ?? '')))));
  const widths = fitColumns(wanted, width === undefined ? undefined : width - frame.taken(kept.length));
  const line = (row: readonly Cell[]) =>
    frame.line(kept.map((at, place) => laidOut(row[at] ?? '', widths[place] ?? 0)));
  const lines = [
    frame.top(widths),
    line(titles),
    frame.middle(widths),
    ...rows.map(line),
    frame.bottom(widths),
  ];
  return lines
    .filter(each => each !== undefined)
    .map(each => `${each.trimEnd()}\n`)
    .join('');
}

type Rule = (widths: readonly number[]) => string | undefined;

interface Frame {
  /** Cells of the terminal beside those of so many columns. */
  taken(columns: number): number;
  line(cells: readonly string[]): string;
  readonly top: Rule;
  readonly middle: Rule;
  readonly bottom: Rule;
}

const none: Rule = () => undefined;
const BARE: Frame = {
  taken: columns => 2 * (columns - 1),
  line: cells => cells.join('  '),
  top: none,
  middle: none,
  bottom: none,
};

const rule =
  (left: string, between: string, right: string): Rule =>
  widths =>
    `${left}${widths.map(width => '─'.repeat(width + 2)).join(between)}${right}`;
const BOX: Frame = {
  taken: columns => 3 * columns + 1,
  line: cells => `│ ${cells.join(' │ ')} │`,
  top: rule('┌', '┬', '┐'),
  middle: rule('├', '┼', '┤'),
  bottom: rule('└', '┴', '┘'),
};

const isRight = (cell: Cell | undefined): boolean => typeof cell === 'object' && cell.isRight === true;

const textOf = (cell: Cell): string => visible(typeof cell === 'string' ? cell : cell.text);

function laidOut(cell: Cell, width: number): string {
  const text = cutToWidth(textOf(cell), width);
  const blanks = padToWidth(text, width).slice(text.length);
  if (typeof cell === 'string') return text + blanks;
  const painted = cell.paint && text !== '' ? cell.paint(text) : text;
  return cell.isRight ? blanks + painted : painted + blanks;
}
