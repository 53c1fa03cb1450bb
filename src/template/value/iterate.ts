import type { Meter } from '../budget.ts';
import { fail, typeError } from '../error.ts';
import { isMapping, typeName } from './kinds.ts';
import { keysOf } from './mapping.ts';
import { Iterable, Range, type Value } from './value.ts';

/** What a loop walks: by index, so that a range needs no list. */
export interface Items {
  readonly length: number;
  at(index: number): Value;
}

/** The items of anything that can be looped over; undefined is empty. */
export function itemsOf(value: Value): Items {
  if (Array.isArray(value)) return value;
  if (value instanceof Range) return value;
  if (value instanceof Iterable) return value.items;
  if (value === undefined) return [];
  if (typeof value === 'string') return [...value];
  if (isMapping(value)) return keysOf(value);
  return typeError(
    `a value of type ${typeName(value)} cannot be looped over`,
    value === null ? 'give it a default: `| default([])`' : undefined,
  );
}

/** The same as an array, paid for from the budget. May be the caller's own array: do not change it. */
export function arrayOf(value: Value, meter: Meter): readonly Value[] {
  const items = itemsOf(value);
  meter.step(items.length);
  if (Array.isArray(items)) return items;
  meter.produce(items.length);
  return Array.from({ length: items.length }, (_, i) => items.at(i));
}

/** `len(value)`. */
export function lengthOf(value: Value): number {
  if (typeof value === 'string') return textLength(value);
  if (value === undefined) return 0;
  if (Array.isArray(value) || value instanceof Range) return value.length;
  if (value instanceof Iterable) {
    return value.isSized
      ? value.items.length
      : typeError('a generator has no length', 'make it a list first: `| list | length`');
  }
  if (isMapping(value)) return keysOf(value).length;
  return fail('template_type', `a value of type ${typeName(value)} has no length`);
}

const SURROGATE = /[\ud800-\udfff]/;

/** Characters, not UTF-16 units. The pattern tells much faster than a loop that the two are the same. */
export function textLength(text: string): number {
  let length = text.length;
  if (!SURROGATE.test(text)) return length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) length--;
  return length;
}
