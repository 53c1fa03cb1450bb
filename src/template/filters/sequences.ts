import { defineBuiltins, type Run } from '../builtin.ts';
import { typeError, valueError } from '../error.ts';
import { isGiven } from '../methods/arguments.ts';
import { firstCharacter } from '../methods/text/case.ts';
import { payScan } from '../methods/text/pay.ts';
import type { Runtime } from '../runtime.ts';
import { itemsOf, lengthOf } from '../value/iterate.ts';
import { isMapping, isSequence, typeName } from '../value/kinds.ts';
import { ownList } from '../value/owned.ts';
import { toText } from '../value/text.ts';
import { Iterable, Range, type Value } from '../value/value.ts';
import { attributeGetter } from './attribute-path.ts';
import { listOf, refuseIfStrict, textOf } from './input.ts';

const length: Run = (self, _args, runtime) => {
  if (self === undefined) refuseIfStrict(runtime);
  if (typeof self === 'string') payScan(self, runtime);
  const size = lengthOf(self);
  if (isMapping(self)) payKeys(size, runtime);
  return size;
};

/** Counting the keys of a mapping, or reaching its first, lists them all. */
const payKeys = (count: number, runtime: Runtime): void => runtime.step(Math.ceil(count / 8));

/** Taken without walking the rest. */
function first(value: Value, runtime: Runtime): Value {
  if (value === undefined) refuseIfStrict(runtime);
  if (typeof value === 'string') return value === '' ? undefined : firstCharacter(value);
  const items = itemsOf(value);
  if (isMapping(value)) payKeys(items.length, runtime);
  return items.length > 0 ? items.at(0) : undefined;
}

function last(value: Value, runtime: Runtime): Value {
  if (value === undefined) refuseIfStrict(runtime);
  if (typeof value === 'string')
    return textOf(value, runtime) === '' ? undefined : [...value.slice(-2)].at(-1);
  if (isGenerator(value))
    typeError("'last' needs a sequence, not a generator", 'make it a list first: `| list | last`');
  const items = itemsOf(value);
  if (isMapping(value)) payKeys(items.length, runtime);
  return items.length > 0 ? items.at(items.length - 1) : undefined;
}

const isGenerator = (value: Value): boolean => value instanceof Iterable && !value.isSized;

/** Text stays text; a sequence is walked the other way round. */
function reverse(value: Value, runtime: Runtime): Value {
  if (typeof value === 'string') {
    runtime.produce(value.length);
    return [...value].reverse().join('');
  }
  const items = listOf(value, runtime);
  runtime.produce(items.length);
  return Iterable.generator(Array.from(items).reverse());
}

function join(items: readonly Value[], separator: string, runtime: Runtime): string {
  const texts = items.map(item => {
    const text = toText(item, runtime);
    runtime.produce(text.length + separator.length);
    return text;
  });
  return texts.join(separator);
}

function random(value: Value, runtime: Runtime): Value {
  if (value === undefined) return undefined;
  const isIndexed = typeof value === 'string' || isSequence(value) || value instanceof Range;
  if (!isIndexed)
    typeError(`'random' needs a sequence, not ${typeName(value)}`, 'make it a list first: `| list`');
  if (typeof value === 'string') payScan(value, runtime);
  const items = itemsOf(value);
  if (items.length === 0) return undefined;
  const chance = runtime.ask('random')();
  if (!(chance >= 0 && chance < 1)) valueError("the source of 'random' gave a number outside 0 to 1");
  return items.at(Math.floor(chance * items.length));
}

export const SEQUENCE_FILTERS = defineBuiltins('filter', {
  length: [[], length],
  count: [[], length],
  len: [[], length],
  first: [[], (self, _args, runtime) => first(self, runtime)],
  last: [[], (self, _args, runtime) => last(self, runtime)],
  random: [[], (self, _args, runtime) => random(self, runtime)],
  reverse: [[], (self, _args, runtime) => reverse(self, runtime)],
  list: [
    [],
    (self, _args, runtime) => {
      const items = listOf(self, runtime);
      runtime.produce(items.length);
      return ownList(Array.from(items));
    },
  ],
  join: [
    ['d?', 'attribute?'],
    (self, [separator, attribute], runtime) => {
      const items = listOf(self, runtime);
      const values = isGiven(attribute) ? items.map(attributeGetter(attribute, 'join')) : items;
      return join(values, separator === undefined ? '' : toText(separator, runtime), runtime);
    },
  ],
});
