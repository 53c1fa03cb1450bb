import { typeError } from '../error.ts';
import { isFloat, isMapping, isSequence, isTuple, typeName } from './kinds.ts';
import { Dict, Float, type Mapping, type Value } from './value.ts';

/** Mappings are read through own keys only, so that no prototype can be reached. */
export function hasKey(mapping: Mapping, key: Value): boolean {
  if (mapping instanceof Map) return mapping.has(dictKey(key));
  return typeof key === 'string' && Object.hasOwn(mapping, key);
}

export function getKey(mapping: Mapping, key: Value): Value {
  if (mapping instanceof Map) return mapping.get(dictKey(key)) as Value;
  return typeof key === 'string' && Object.hasOwn(mapping, key)
    ? (mapping as Record<string, Value>)[key]
    : undefined;
}

export function keysOf(mapping: Mapping): Value[] {
  return mapping instanceof Map ? [...(mapping.keys() as Iterable<Value>)] : Object.keys(mapping);
}

export function valuesOf(mapping: Mapping): Value[] {
  return keysOf(mapping).map(key => getKey(mapping, key));
}

export function entriesOf(mapping: Mapping): [Value, Value][] {
  return keysOf(mapping).map(key => [key, getKey(mapping, key)]);
}

export function sizeOf(mapping: Mapping): number {
  return mapping instanceof Map ? mapping.size : Object.keys(mapping).length;
}

export function isEmptyMapping(mapping: Mapping): boolean {
  if (mapping instanceof Map) return mapping.size === 0;
  for (const key in mapping) if (Object.hasOwn(mapping, key)) return false;
  return true;
}

export function makeDict(entries: Iterable<readonly [Value, Value]>): Dict {
  const dict = new Dict();
  for (const [key, value] of entries) setKey(dict, key, value);
  return dict;
}

export function setKey(dict: Dict, key: Value, value: Value): void {
  if (isMapping(key) || (isSequence(key) && !isTuple(key))) {
    typeError(`a ${typeName(key)} cannot be a dictionary key`, 'use a string, a number or a tuple');
  }
  dict.set(dictKey(key), value);
}

export function deleteKey(dict: Dict, key: Value): void {
  dict.delete(dictKey(key));
}

/** `1.0` and `1` are the same key in Python. */
const dictKey = (key: Value): Value => (isFloat(key) && key instanceof Float ? key.value : key);
