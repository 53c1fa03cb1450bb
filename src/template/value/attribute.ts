import { findMethod } from '../methods/index.ts';
import { hasPairs, unitOffset } from '../methods/text/characters.ts';
import { textLength } from './iterate.ts';
import { isInteger, isMapping } from './kinds.ts';
import { getKey, hasKey } from './mapping.ts';
import { EngineObject, NamedTuple, Range, type Value } from './value.ts';

/**
 * `value.name`: a mapping's own key comes before a method, so that `{{ order.items }}` is the data
 * called `items`. Nothing but own keys and the methods listed in `methods/` can be reached.
 */
export function readAttribute(value: Value, name: string): Value {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object') {
    if (value instanceof EngineObject) return value.attribute(name) ?? findMethod(value, name);
    if (Array.isArray(value)) return readListField(value, name) ?? findMethod(value, name);
    if (!isMapping(value)) return undefined;
    if (hasKey(value, name)) return getKey(value, name);
  }
  return findMethod(value, name);
}

/** `value[key]`: an index, a key, or else an attribute. */
export function readItem(value: Value, key: Value): Value {
  if (value === undefined || value === null) return undefined;
  if (isMapping(value)) {
    if (hasKey(value, key)) return getKey(value, key);
    return typeof key === 'string' ? findMethod(value, key) : undefined;
  }
  if (isInteger(key)) return readIndex(value, Number(key));
  return typeof key === 'string' ? readAttribute(value, key) : undefined;
}

function readIndex(value: Exclude<Value, null | undefined>, index: number): Value {
  if (Array.isArray(value) || value instanceof Range) {
    const at = index < 0 ? value.length + index : index;
    return at >= 0 && at < value.length ? value.at(at) : undefined;
  }
  if (typeof value === 'string') return characterAt(value, index);
  return undefined;
}

/** Found by walking to it: taking the whole text apart for one character would be slow in a loop. */
function characterAt(text: string, index: number): string | undefined {
  if (!hasPairs(text)) return text.at(index);
  const at = index < 0 ? textLength(text) + index : index;
  const code = at < 0 ? undefined : text.codePointAt(unitOffset(text, at));
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/**
 * A list may carry named fields beside its items (a loop's result is a list and a record), and a
 * named tuple has names for its items.
 */
function readListField(list: readonly Value[], name: string): Value {
  if (list instanceof NamedTuple) {
    const index = list.names.indexOf(name);
    return index < 0 ? undefined : list[index];
  }
  if (name === 'length' || INDEX.test(name) || !Object.hasOwn(list, name)) return undefined;
  return (list as unknown as Record<string, Value>)[name];
}

const INDEX = /^\d+$/;

/** The names a writer may have meant: own keys of a mapping. */
export function knownNames(value: Value): Iterable<string> {
  if (isMapping(value))
    return value instanceof Map
      ? [...value.keys()].filter(key => typeof key === 'string')
      : Object.keys(value);
  return [];
}
