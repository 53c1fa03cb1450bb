import { defineBuiltins, type Run } from '../builtin.ts';
import { Callable } from '../value/callable.ts';
import { isFloat, isInteger, isMapping, isNumeric, isSequence } from '../value/kinds.ts';
import { Iterable, Range, type Value } from '../value/value.ts';

const asking = (answer: (value: Value) => boolean): [readonly string[], Run] => [[], self => answer(self)];

/** Has a length and can be indexed; Jinja2 counts text, mappings and undefined among these. */
const isIndexed = (value: Value): boolean =>
  value === undefined ||
  typeof value === 'string' ||
  isSequence(value) ||
  isMapping(value) ||
  value instanceof Range;

/** What a value is. */
export const KIND_TESTS = defineBuiltins('test', {
  defined: asking(value => value !== undefined),
  undefined: asking(value => value === undefined),
  none: asking(value => value === null),
  boolean: asking(value => typeof value === 'boolean'),
  true: asking(value => value === true),
  false: asking(value => value === false),
  integer: asking(value => isInteger(value) && typeof value !== 'boolean'),
  float: asking(isFloat),
  number: asking(isNumeric),
  string: asking(value => typeof value === 'string'),
  mapping: asking(isMapping),
  sequence: asking(isIndexed),
  iterable: asking(value => isIndexed(value) || value instanceof Iterable),
  // Jinja2's undefined can be called, only to say that it is undefined.
  callable: asking(value => value === undefined || value instanceof Callable),
  // Nothing is escaped by itself here, so nothing is marked as escaped.
  escaped: asking(() => false),
});
