import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Paint } from './paint.ts';
import { cellText, isRecords, recordsTable } from './records.ts';
import { padToWidth, textWidth } from './text-width.ts';

/**
 * A value for people: a text as it is, records as a table, a mapping with a line per key and what is inside
 * below it. `width`: cells that a table may take; texts are left to the terminal to wrap.
 */
export function readable(value: PlainValue, paint: Paint, width: number | undefined): string {
  if (typeof value === 'string') return value;
  return linesOf(value, paint, width).join('\n');
}

const INDENT = '  ';

function linesOf(value: PlainValue, paint: Paint, width: number | undefined): readonly string[] {
  if (isRecords(value)) return recordsTable(value, paint, width).trimEnd().split('\n');
  if (Array.isArray(value))
    return value.length === 0 ? ['[]'] : value.flatMap(item => itemLines(item, paint, width));
  return isMapping(value) ? mappingLines(value, paint, width) : [cellText(value) || 'null'];
}

function mappingLines(mapping: PlainMapping, paint: Paint, width: number | undefined): readonly string[] {
  const entries = Object.entries(mapping);
  if (entries.length === 0) return ['{}'];
  const names = entries.filter(([, value]) => isFlat(value)).map(([key]) => textWidth(key));
  const column = Math.max(0, ...names);
  return entries.flatMap(([key, value]) =>
    isFlat(value)
      ? textLines(`${paint.dim(padToWidth(key, column))}${INDENT}`, flatText(value), column)
      : [paint.dim(key), ...indented(linesOf(value, paint, inner(width)))],
  );
}

function itemLines(item: PlainValue, paint: Paint, width: number | undefined): readonly string[] {
  const [first = '', ...rest] = isFlat(item)
    ? flatText(item).split('\n')
    : linesOf(item, paint, inner(width));
  return [`- ${first}`, ...indented(rest)];
}

/** Further lines of a text stand under its first. */
function textLines(label: string, text: string, column: number): readonly string[] {
  const [first = '', ...rest] = text.split('\n');
  return [`${label}${first}`, ...rest.map(line => `${' '.repeat(column + INDENT.length)}${line}`)];
}

const isFlat = (value: PlainValue): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0;

function flatText(value: PlainValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? value.trimEnd().split('\n').map(cellText).join('\n') : cellText(value);
}

const indented = (lines: readonly string[]): readonly string[] => lines.map(line => `${INDENT}${line}`);
const inner = (width: number | undefined): number | undefined =>
  width === undefined ? undefined : Math.max(20, width - INDENT.length);
