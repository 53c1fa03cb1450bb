import { isMapping } from './kinds.ts';
import { isEmptyMapping } from './mapping.ts';
import { EngineObject, Float, Iterable, Range, type Value } from './value.ts';

/** Python's truth: empty containers, empty text, zero, none and undefined are false. */
export function isTrue(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
    case 'undefined':
      return false;
    default:
      return value !== null && isTrueObject(value);
  }
}

function isTrueObject(value: Exclude<Value, null | undefined | boolean | number | bigint | string>): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof EngineObject) {
    if (value instanceof Float) return value.value !== 0;
    if (value instanceof Range) return value.length > 0;
    return value instanceof Iterable && value.isSized ? value.items.length > 0 : true;
  }
  return isMapping(value) ? !isEmptyMapping(value) : true;
}
