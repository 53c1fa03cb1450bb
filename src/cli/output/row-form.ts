import { assertNever } from '../../common/assert-never.ts';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Console } from './console.ts';
import { plural } from './plural.ts';
import { cellText, valueCells } from './records.ts';
import { json, yaml } from './result-form.ts';
import { table } from './table.ts';

export const ROW_FORMS = ['table', 'json', 'yaml', 'csv'] as const;
export type RowForm = (typeof ROW_FORMS)[number];

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly PlainValue[])[];
}

/** Rows as people, or programs, read them. */
export function formatRows(rows: Rows, form: RowForm, console: Console): string {
  switch (form) {
    case 'table':
      return boxed(rows, console);
    case 'json':
      return `${json(records(rows))}\n`;
    case 'yaml':
      return `${yaml(records(rows))}\n`;
    case 'csv':
      return csv(rows);
    default:
      return assertNever(form, 'form of the rows');
  }
}

function boxed({ columns, rows }: Rows, { outPaint, outColumns: width }: Console): string {
  const cells = valueCells(rows, value => (value === null ? 'NULL' : cellText(value)));
  return `${table(columns, cells, outPaint, { width, isBoxed: true })}(${plural(rows.length, 'row')})\n`;
}

function records({ columns, rows }: Rows): readonly PlainMapping[] {
  const keys = distinct(columns);
  return rows.map(row => mappingOf(keys.map((key, at) => [key, row[at] ?? null])));
}

/** Two columns may have one name: the second gets a number behind it. */
function distinct(columns: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return columns.map(column => {
    let key = column;
    for (let n = 2; seen.has(key); n++) key = `${column}_${n}`;
    seen.add(key);
    return key;
  });
}

/** As RFC 4180 has it, with line feeds; NULL is an empty field, an empty text a quoted one. */
const csv = ({ columns, rows }: Rows): string =>
  [columns, ...rows].map(row => `${row.map(csvField).join(',')}\n`).join('');

function csvField(value: PlainValue): string {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
