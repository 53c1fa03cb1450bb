import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Paint } from './paint.ts';
import { type Cell, table } from './table.ts';
import { visible } from './visible.ts';

/** A list of mappings, which a table shows better than anything else. */
export function isRecords(value: PlainValue): value is readonly PlainMapping[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(item => isMapping(item) && Object.keys(item).length > 0)
  );
}

/** Records as a table: a column for every key, numbers to the right. `width` cells at most, if given. */
export function recordsTable(
  records: readonly PlainMapping[],
  paint: Paint,
  width: number | undefined,
): string {
  const keys = [...new Set(records.flatMap(record => Object.keys(record)))];
  const rows = valueCells(
    records.map(record => keys.map(key => record[key] ?? null)),
    cellText,
  );
  return table(keys, rows, paint, { width, keepsEmpty: true });
}

/** Columns of nothing but numbers stand at the right. */
export function valueCells(
  rows: readonly (readonly PlainValue[])[],
  textOf: (value: PlainValue) => string,
): readonly (readonly Cell[])[] {
  const columns = rows[0]?.length ?? 0;
  const isNumeric = [...Array(columns).keys()].map(at =>
    rows.every(row => isNumberOrNothing(row[at] ?? null)),
  );
  return rows.map(row => row.map((value, at) => ({ text: textOf(value), isRight: isNumeric[at] === true })));
}

const isNumberOrNothing = (value: PlainValue): boolean =>
  value === null || typeof value === 'number' || typeof value === 'bigint';

/** A value in one line. */
export function cellText(value: PlainValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return visible(value);
  if (typeof value !== 'object') return String(value);
  return visible(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)));
}
