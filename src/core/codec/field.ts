import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { at } from './plain.ts';
import { failure, result } from './result-shape.ts';
import type { Columns } from './row.ts';
import type { Shape } from './shape.ts';

/** Where a field of an event stands in a row. */
export interface Field<T> {
  write(row: Columns, value: T): void;
  read(row: PlainMapping): T;
}

function field<T>(
  shape: Shape<T>,
  path: readonly [string] | readonly ['context' | 'meta', string],
): Field<T> {
  const [first, second] = path;
  const where = path.join('.');
  return {
    write: (row, value) => {
      const written = shape.write(value);
      if (written === undefined) return;
      if (second === undefined) row.columns[first] = written;
      else row[first as 'context' | 'meta'][second] = written;
    },
    read: row => shape.read(at(row, ...path), where),
  };
}

export const column = <T>(name: string, shape: Shape<T>): Field<T> => field(shape, [name]);

export const inContext = <T>(name: string, shape: Shape<T>): Field<T> => field(shape, ['context', name]);

export const inMeta = <T>(name: string, shape: Shape<T>): Field<T> => field(shape, ['meta', name]);

export const resultColumn = column('result', result);

export const errorColumn = column('error', failure);

export type FieldsOf<E> = { readonly [K in keyof Omit<E, 'id' | 'at' | 'type'>]-?: Field<E[K]> };

type Fields = Readonly<Record<string, Field<unknown>>>;

export function writeFields(fields: object, event: object, row: Columns): void {
  for (const [key, each] of Object.entries(fields as Fields)) {
    each.write(row, (event as Record<string, unknown>)[key]);
  }
}

export function readFields(fields: object, row: PlainMapping): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields as Fields).map(([key, each]) => [key, each.read(row)]));
}

export const emptyColumns = (): Columns => ({
  columns: Object.create(null) as Record<string, PlainValue>,
  context: Object.create(null) as Record<string, PlainValue>,
  meta: Object.create(null) as Record<string, PlainValue>,
});
