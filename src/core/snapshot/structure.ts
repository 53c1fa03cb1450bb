import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';

/*
 * Data for what data cannot say. Almost everything is written as it is; the rest is a mapping with one key:
 *
 *     Map{a → 1}     {$map: [['a', 1]]}
 *     Set{1}         {$set: [1]}
 *     undefined      {$undefined: true}
 *     {$map: …}      {$plain: {$map: …}}
 *
 * It knows nothing of what it writes, so that a field added to the state is in the snapshot by itself.
 */
const MAP = '$map';
const SET = '$set';
const UNDEFINED = '$undefined';
const PLAIN = '$plain';
const TAGS: ReadonlySet<string> = new Set([MAP, SET, UNDEFINED, PLAIN]);

export function toPlain(value: unknown): PlainValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'bigint':
      return value;
    case 'undefined':
      return { [UNDEFINED]: true };
    case 'object':
      return value === null ? null : plainObject(value);
    default:
      throw new TypeError(`a ${typeof value} is no part of a state`);
  }
}

/** What `toPlain` was given; objects come back without prototypes, as they do from every store. */
export function fromPlain(value: PlainValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(fromPlain);
  const inner = value[onlyTag(value) ?? ''];
  switch (onlyTag(value)) {
    case MAP:
      return new Map(asList(inner).map(entry => fromPlain(entry) as [unknown, unknown]));
    case SET:
      return new Set(asList(inner).map(fromPlain));
    case UNDEFINED:
      return undefined;
    case PLAIN:
      return eachField(asMapping(inner), fromPlain);
    default:
      return eachField(value, fromPlain);
  }
}

function plainObject(value: object): PlainValue {
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Map) return { [MAP]: [...value].map(entry => entry.map(toPlain)) };
  if (value instanceof Set) return { [SET]: [...value].map(toPlain) };
  const copy = eachField(value, toPlain) as PlainMapping;
  return onlyTag(copy) === undefined ? copy : { [PLAIN]: copy };
}

function eachField<T>(value: object, change: (field: T) => unknown): object {
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, field] of Object.entries(value)) copy[key] = change(field);
  return copy;
}

/** The tag, if the mapping has that key and no other. */
function onlyTag(value: object): string | undefined {
  let only: string | undefined;
  for (const key in value) {
    if (only !== undefined) return undefined;
    only = key;
  }
  return only !== undefined && TAGS.has(only) ? only : undefined;
}

const isList = (value: PlainValue | undefined): value is readonly PlainValue[] => Array.isArray(value);

function asList(value: PlainValue | undefined): readonly PlainValue[] {
  if (!isList(value)) throw new TypeError('a collection of a snapshot is no list');
  return value;
}

function asMapping(value: PlainValue | undefined): PlainMapping {
  if (!isMapping(value)) throw new TypeError('a mapping of a snapshot is none');
  return value;
}
