import type { PlainValue } from './plain-value.ts';

/*
 * JSON for what JSON cannot say. Almost all data is written as it is; a bigint, a number without a JSON
 * spelling, and a mapping that looks like one of these are written with a tag:
 *
 *     123456789012345678901n  {"$bigint": "123456789012345678901"}
 *     NaN, -0, ±Infinity      {"$number": "NaN"}
 *     {$bigint: …}            {"$mapping": {"$bigint": …}}
 *     a value stored apart    {"$stored": "noetl://…"}
 *
 * The text is ASCII-safe where it matters: NUL and lone surrogates are escapes, so SQLite keeps them.
 */
const BIGINT = '$bigint';
const NUMBER = '$number';
const MAPPING = '$mapping';
const STORED = '$stored';

/** In the place of a value that is stored apart; it is stored when this is written. */
export class StoredApart {
  readonly #store: () => string;

  constructor(store: () => string) {
    this.#store = store;
  }

  get uri(): string {
    return this.#store();
  }
}

/** Gives a value that is stored apart. */
export type Follow = (uri: string) => PlainValue;

/** Fields that are undefined are left out, as JSON does. */
export function toStoredJson(value: unknown): string {
  return JSON.stringify(needsTags(value) ? tagged(value) : value);
}

/**
 * Mappings come back without prototypes, so that `__proto__` is a key like any other. Without `follow`
 * nothing is taken for stored apart.
 */
export function fromStoredJson(text: string, follow?: Follow): PlainValue {
  return untagged(JSON.parse(text), follow);
}

// Asked of everything that is written, so that the common case pays a walk and not a copy.
function needsTags(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return false;
    case 'number':
      return isUnspeakable(value);
    case 'bigint':
      return true;
    case 'object':
      if (value === null) return false;
      if (Array.isArray(value)) return value.some(needsTags);
      if (value instanceof StoredApart) return true;
      for (const key in value) {
        if (key.charCodeAt(0) === 36 && isTag(key)) return true;
        if (needsTags((value as Readonly<Record<string, unknown>>)[key])) return true;
      }
      return false;
    default:
      throw new TypeError(`${typeof value} is not data`);
  }
}

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIGINT]: String(value) };
  if (typeof value === 'number') return isUnspeakable(value) ? { [NUMBER]: spell(value) } : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(tagged);
  if (value instanceof StoredApart) return { [STORED]: value.uri };
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) copy[key] = tagged(item);
  }
  return onlyTag(copy) === undefined ? copy : { [MAPPING]: copy };
}

function untagged(value: unknown, follow: Follow | undefined): PlainValue {
  if (typeof value !== 'object' || value === null) return value as PlainValue;
  if (Array.isArray(value)) return value.map(item => untagged(item, follow));
  const written = value as Readonly<Record<string, unknown>>;
  switch (onlyTag(written)) {
    case BIGINT:
      return BigInt(written[BIGINT] as string);
    case NUMBER:
      return Number(written[NUMBER]);
    case MAPPING:
      return withoutPrototype(written[MAPPING] as object, follow);
    case STORED:
      return follow ? follow(written[STORED] as string) : withoutPrototype(written, follow);
    default:
      return withoutPrototype(written, follow);
  }
}

function withoutPrototype(value: object, follow: Follow | undefined): PlainValue {
  const copy: Record<string, PlainValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) copy[key] = untagged(item, follow);
  return copy;
}

const isTag = (key: string): boolean => key === BIGINT || key === NUMBER || key === MAPPING || key === STORED;

/** The tag, if the mapping has that key and no other. */
function onlyTag(value: object): string | undefined {
  let only: string | undefined;
  for (const key in value) {
    if (only !== undefined) return undefined;
    only = key;
  }
  return only !== undefined && isTag(only) ? only : undefined;
}

const isUnspeakable = (value: number): boolean => !Number.isFinite(value) || Object.is(value, -0);

const spell = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
