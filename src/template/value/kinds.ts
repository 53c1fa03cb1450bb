import { EngineObject, Float, type Mapping, Tuple, type Value } from './value.ts';

/** A number of any kind; Python counts booleans among them. */
export type Numeric = number | bigint | boolean | Float;

export const isNumeric = (value: Value): value is Numeric =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  typeof value === 'bigint' ||
  value instanceof Float;

export const isFloat = (value: Value): value is Float | number =>
  value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));

export const isInteger = (value: Value): value is number | bigint | boolean =>
  typeof value === 'bigint' || typeof value === 'boolean' || Number.isInteger(value);

/** A list or tuple. */
export const isSequence = (value: Value): value is readonly Value[] => Array.isArray(value);

export const isTuple = (value: Value): value is Tuple => value instanceof Tuple;

/**
 * Plain objects and Maps. Instances of other classes are opaque: their fields are the program's
 * business and no template can see into them.
 */
export function isMapping(value: Value): value is Mapping {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (value instanceof EngineObject) return false;
  if (value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** What Python calls the type of a value, for error messages. */
export function typeName(value: Value): string {
  if (value === undefined) return 'undefined';
  if (value === null) return 'none';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (isTuple(value)) return 'tuple';
  if (isSequence(value)) return 'list';
  if (value instanceof EngineObject) return value.typeName;
  return isMapping(value) ? 'dict' : 'object';
}
