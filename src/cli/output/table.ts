import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Paint } from './paint.ts';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';
import { visible } from './visible.ts';

const GAP = '  ';
const MIN_COLUMN = 6;

/** A list of mappings, which a table shows better than anything else. */
export function isRecords(value: PlainValue): value is readonly PlainMapping[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(item => isMapping(item) && Object.keys(item).length > 0)
  );
}

/** Records as a table: a column for every key, numbers to the right. `width` cells at most, if given. */
export function table(records: readonly PlainMapping[], paint: Paint, width: number | undefined): string {
  const keys = [...new Set(records.flatMap(record => Object.keys(record)))];
  const columns = keys.map(key => columnOf(key, records));
  const widths = fitColumns(
    columns.map(({ cells }) => Math.max(...cells.map(textWidth))),
    width,
  );
  const rows = [...Array(records.length + 1).keys()].map(row =>
    columns
      .map(({ cells, isNumeric }, column) => cell(cells[row] ?? '', widths[column] ?? 0, isNumeric))
      .join(GAP),
  );
  const [head = '', ...body] = rows.map(row => row.trimEnd());
  return [paint.bold(head), ...body].join('\n');
}

interface Column {
  /** The heading first. */
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
}

function columnOf(key: string, records: readonly PlainMapping[]): Column {
  const values = records.map(record => record[key]);
  const isNumeric = values.every(value => value === undefined || value === null || isNumber(value));
  return { cells: [visible(key), ...values.map(cellText)], isNumeric };
}

const isNumber = (value: PlainValue): boolean => typeof value === 'number' || typeof value === 'bigint';

/** A value in one line. */
export function cellText(value: PlainValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return visible(value);
  if (typeof value !== 'object') return String(value);
  return visible(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)));
}

function cell(text: string, width: number, isRight: boolean): string {
  const cut = cutToWidth(text, width);
  return isRight ? `${' '.repeat(Math.max(0, width - textWidth(cut)))}${cut}` : padToWidth(cut, width);
}

/** The widest columns give way until the table fits, none below what can be read. */
function fitColumns(wanted: readonly number[], width: number | undefined): readonly number[] {
  if (width === undefined) return wanted;
  const widths = [...wanted];
  let over = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - width;
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const room = (widths[widest] ?? 0) - MIN_COLUMN;
    if (room <= 0) break;
    const second = Math.max(MIN_COLUMN, ...widths.filter((_, index) => index !== widest));
    const cut = Math.min(over, Math.max(1, (widths[widest] ?? 0) - second), room);
    widths[widest] = (widths[widest] ?? 0) - cut;
    over -= cut;
  }
  return widths;
}
