import { defineBuiltins } from '../builtin.ts';
import { fail, typeError, valueError } from '../error.ts';
import { integerOr, isGiven } from '../methods/arguments.ts';
import type { Runtime } from '../runtime.ts';
import { expectInteger } from '../value/expect.ts';
import { isSequence, typeName } from '../value/kinds.ts';
import { ownList } from '../value/owned.ts';
import { Iterable, Tuple, type Value } from '../value/value.ts';
import { listOf } from './input.ts';

/** Rows of `size` items; the last one is filled up if there is something to fill with. */
function batch(items: readonly Value[], size: number, fill: Value, runtime: Runtime): Value[][] {
  const rows: Value[][] = [];
  let row: Value[] = [];
  for (const item of items) {
    if (row.length === size) {
      rows.push(ownList(row));
      row = [];
    }
    row.push(item);
  }
  if (row.length === 0) return rows;
  if (isGiven(fill) && row.length < size) {
    runtime.produce(size - row.length);
    while (row.length < size) row.push(fill);
  }
  return [...rows, ownList(row)];
}

/** `count` columns of about equal length, the longer ones first. */
function columns(items: readonly Value[], count: number, fill: Value): Value[][] {
  const size = Math.floor(items.length / count);
  const longer = items.length % count;
  let start = 0;
  return Array.from({ length: count }, (_, column) => {
    const end = start + size + (column < longer ? 1 : 0);
    const part = Array.from(items.slice(start, end));
    start = end;
    return ownList(isGiven(fill) && column >= longer ? [...part, fill] : part);
  });
}

/** Lists inside lists laid out in one, `levels` deep; `none` items are left out as Ansible does. */
function flatten(items: readonly Value[], levels: number, into: Value[], runtime: Runtime): Value[] {
  runtime.descend();
  for (const item of items) {
    if (isSequence(item) && levels > 0) flatten(listOf(item, runtime), levels - 1, into, runtime);
    else if (item !== null) into.push(item);
  }
  runtime.ascend();
  return into;
}

function zip(lists: readonly (readonly Value[])[], runtime: Runtime): Tuple[] {
  const length = Math.min(...lists.map(list => list.length));
  runtime.produce(length * lists.length);
  return Array.from({ length }, (_, i) => Tuple.of_(lists.map(list => list[i])));
}

const MOST_ZIPPED = 1000;

export const BATCH_FILTERS = defineBuiltins('filter', {
  batch: [
    ['linecount', 'fill_with?'],
    (self, [linecount, fill], runtime) => {
      const items = listOf(self, runtime);
      runtime.produce(items.length);
      return Iterable.generator(batch(items, expectInteger(linecount, "the size of 'batch'"), fill, runtime));
    },
  ],
  slice: [
    ['slices', 'fill_with?'],
    (self, [slices, fill], runtime) => {
      const count = expectInteger(slices, "the number of slices of 'slice'");
      const items = listOf(self, runtime);
      if (count === 0) valueError("'slice' cannot make zero slices");
      runtime.produce(items.length + Math.max(0, count));
      return Iterable.generator(count < 0 ? [] : columns(items, count, fill));
    },
  ],
  flatten: [
    ['levels?'],
    (self, [levels], runtime) => {
      if (!isSequence(self) && !(self instanceof Iterable) && self !== undefined) {
        typeError(`'flatten' needs a list, not ${typeName(self)}`);
      }
      const flat = flatten(
        listOf(self, runtime),
        integerOr(levels, Number.POSITIVE_INFINITY, "the levels of 'flatten'"),
        [],
        runtime,
      );
      runtime.produce(flat.length);
      return ownList(flat);
    },
  ],
  zip: [
    ['*others'],
    (self, [others], runtime) => {
      const lists = [self, ...(others as readonly Value[])];
      if (lists.length > MOST_ZIPPED) fail('template_arguments', `'zip' takes at most ${MOST_ZIPPED} lists`);
      return Iterable.generator(
        zip(
          lists.map(list => listOf(list, runtime)),
          runtime,
        ),
      );
    },
  ],
});
