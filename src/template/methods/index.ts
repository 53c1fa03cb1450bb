import type { Registry } from '../builtin.ts';
import { Callable } from '../value/callable.ts';
import { DateTime } from '../value/datetime.ts';
import { isFloat, isMapping, isNumeric, isTuple } from '../value/kinds.ts';
import { TimeDelta } from '../value/timedelta.ts';
import { Range, type Value } from '../value/value.ts';
import { DATETIME_METHODS, TIMEDELTA_METHODS } from './datetime.ts';
import { DICT_METHODS } from './dict.ts';
import { LIST_METHODS, TUPLE_METHODS } from './list.ts';
import { FLOAT_METHODS, INT_METHODS } from './number.ts';
import { RANGE_METHODS } from './range.ts';
import { STR_METHODS } from './str/index.ts';

/** The method `value.name`, bound to the value. Nothing but the methods listed here can be reached. */
export function findMethod(value: Value, name: string): Callable | undefined {
  const method = methodsOf(value)?.get(name);
  return method && new Callable('method', name, (args, runtime) => method.call(value, args, runtime));
}

/** The names of all methods of a value, for suggestions. */
export function methodNames(value: Value): Iterable<string> {
  return methodsOf(value)?.keys() ?? [];
}

function methodsOf(value: Value): Registry | undefined {
  if (typeof value === 'string') return STR_METHODS;
  if (value === undefined || value === null) return undefined;
  if (isNumeric(value)) return isFloat(value) ? FLOAT_METHODS : INT_METHODS;
  if (isTuple(value)) return TUPLE_METHODS;
  if (Array.isArray(value)) return LIST_METHODS;
  if (isMapping(value)) return DICT_METHODS;
  if (value instanceof Range) return RANGE_METHODS;
  if (value instanceof DateTime) return DATETIME_METHODS;
  return value instanceof TimeDelta ? TIMEDELTA_METHODS : undefined;
}

/** Every method by the type that has it, for the reference page. */
export const METHODS: ReadonlyMap<string, Registry> = new Map([
  ['str', STR_METHODS],
  ['list', LIST_METHODS],
  ['tuple', TUPLE_METHODS],
  ['dict', DICT_METHODS],
  ['range', RANGE_METHODS],
  ['int', INT_METHODS],
  ['float', FLOAT_METHODS],
  ['datetime', DATETIME_METHODS],
  ['timedelta', TIMEDELTA_METHODS],
]);
