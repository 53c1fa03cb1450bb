import { defineBuiltins, type Registry, type Run } from '../builtin.ts';
import { fail, valueError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { isEqual } from '../value/equality.ts';
import { expectInteger } from '../value/expect.ts';
import { arrayOf } from '../value/iterate.ts';
import { isOwnedList, ownList } from '../value/owned.ts';
import type { Value } from '../value/value.ts';
import { flagOr, integerOr } from './arguments.ts';
import { sortValues } from './sort.ts';

const asList = (self: Value): readonly Value[] => self as readonly Value[];

/** A method that changes the list: only lists the template itself made may be changed. */
const changing = (
  name: string,
  change: (list: Value[], args: readonly Value[], runtime: Runtime) => Value,
): Run => {
  return (self, args, runtime) => {
    const list = asList(self);
    if (isOwnedList(list)) return change(list as Value[], args, runtime);
    return fail(
      'template_read_only',
      `'${name}' would change a list that the template did not make`,
      'copy it first: `| list`',
    );
  };
};

/** Positions before the beginning and after the end count as the ends, as in Python. */
const position = (index: number, length: number): number =>
  index < 0 ? Math.max(0, index + length) : Math.min(index, length);

function indexIn(list: readonly Value[], item: Value, from: number, to: number, runtime: Runtime): number {
  runtime.step(Math.max(0, to - from));
  for (let i = from; i < to; i++) if (isEqual(list[i], item, runtime)) return i;
  return valueError('the item is not in the list', 'test with `in` first');
}

function countIn(list: readonly Value[], item: Value, runtime: Runtime): number {
  runtime.step(list.length);
  return list.reduce<number>((count, other) => (isEqual(other, item, runtime) ? count + 1 : count), 0);
}

/** What tuples have too. */
export const TUPLE_METHODS: Registry = defineBuiltins('method of list', {
  index: [
    ['value', 'start?', 'stop?'],
    (self, [item, start, stop], runtime) => {
      const list = asList(self);
      const from = position(integerOr(start, 0, "the argument 'start' of 'index'"), list.length);
      const to = position(integerOr(stop, list.length, "the argument 'stop' of 'index'"), list.length);
      return indexIn(list, item, from, to, runtime);
    },
  ],
  count: [['value'], (self, [item], runtime) => countIn(asList(self), item, runtime)],
});

export const LIST_METHODS: Registry = new Map([
  ...TUPLE_METHODS,
  ...defineBuiltins('method of list', {
    copy: [[], (self, _args, runtime) => ownList([...arrayOf(self, runtime)])],
    append: [
      ['object'],
      changing('append', (list, [item], runtime) => {
        runtime.produce(1);
        list.push(item);
        return null;
      }),
    ],
    extend: [
      ['iterable'],
      changing('extend', (list, [iterable], runtime) => {
        const items = arrayOf(iterable, runtime);
        runtime.produce(items.length);
        // The count is read first: a list may be extended by itself.
        for (let i = 0, count = items.length; i < count; i++) list.push(items[i]);
        return null;
      }),
    ],
    insert: [
      ['index', 'object'],
      changing('insert', (list, [index, item], runtime) => {
        runtime.produce(1);
        const at = position(expectInteger(index, "the index of 'insert'"), list.length);
        payShift(list.length - at, runtime);
        list.splice(at, 0, item);
        return null;
      }),
    ],
    pop: [
      ['index?'],
      changing('pop', (list, [index], runtime) => {
        const given = integerOr(index, -1, "the index of 'pop'");
        const at = given < 0 ? given + list.length : given;
        if (at < 0 || at >= list.length) valueError("'pop' is asked for an item that the list does not have");
        payShift(list.length - at, runtime);
        return list.splice(at, 1)[0];
      }),
    ],
    remove: [
      ['value'],
      changing('remove', (list, [item], runtime) => {
        list.splice(indexIn(list, item, 0, list.length, runtime), 1);
        return null;
      }),
    ],
    clear: [
      [],
      changing('clear', list => {
        list.length = 0;
        return null;
      }),
    ],
    reverse: [
      [],
      changing('reverse', (list, _args, runtime) => {
        runtime.step(list.length);
        list.reverse();
        return null;
      }),
    ],
    sort: [
      ['reverse?'],
      changing('sort', (list, [reverse], runtime) => {
        runtime.step(list.length);
        const sorted = sortValues(list, flagOr(reverse, false), runtime);
        for (let i = 0; i < sorted.length; i++) list[i] = sorted[i];
        return null;
      }),
    ],
  }),
]);

/** Moving the items behind a place is fast, but not free: a loop of `pop(0)` would be quadratic. */
function payShift(count: number, runtime: Runtime): void {
  runtime.step(Math.ceil(count / 64));
}
