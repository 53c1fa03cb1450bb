import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { FieldError } from './format-error.ts';

/** How a part of an event stands in a row, and how it is read back. */
export interface Shape<T> {
  /** Undefined: nothing is written. */
  write(value: T): PlainValue | undefined;
  /** Throws a `FieldError` for anything that `write` does not produce. */
  read(value: PlainValue | undefined, field: string): T;
}

export const text: Shape<string> = {
  write: value => value,
  read: (value, field) => (typeof value === 'string' ? value : wrong(field, 'a string', value)),
};

export const number: Shape<number> = {
  write: value => value,
  read: (value, field) => (typeof value === 'number' ? value : wrong(field, 'a number', value)),
};

export const flag: Shape<boolean> = {
  write: value => value,
  read: (value, field) => (typeof value === 'boolean' ? value : wrong(field, 'true or false', value)),
};

export const data: Shape<PlainValue> = {
  write: value => value,
  read: (value, field) => (value === undefined ? wrong(field, 'a value', value) : value),
};

export const mapping: Shape<PlainMapping> = {
  write: value => value,
  read: (value, field) => (isMapping(value) ? value : wrong(field, 'a mapping', value)),
};

export function word<const W extends string>(...words: readonly W[]): Shape<W> {
  return {
    write: value => value,
    read: (value, field) =>
      words.find(each => each === value) ?? wrong(field, `one of ${words.join(', ')}`, value),
  };
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return {
    write: value => (value === undefined ? undefined : shape.write(value)),
    read: (value, field) => (value === undefined || value === null ? undefined : shape.read(value, field)),
  };
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return {
    write: values => values.map(value => shape.write(value) ?? null),
    read: (value, field) =>
      Array.isArray(value)
        ? value.map((item: PlainValue, index) => shape.read(item, `${field}[${index}]`))
        : wrong(field, 'a list', value),
  };
}

/** Mapping with any keys. */
export function byKey<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    write: values =>
      mappingOf(Object.entries(values).map(([key, value]) => [key, shape.write(value) ?? null])),
    read: (value, field) => {
      const found: Record<string, T> = Object.create(null);
      for (const [key, item] of Object.entries(mapping.read(value, field))) {
        found[key] = shape.read(item, `${field}.${key}`);
      }
      return found;
    },
  };
}

export type ShapesOf<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

/** A record; its fields stand in snake case, as everywhere in the log. */
export function record<T extends object>(shapes: ShapesOf<T>): Shape<T> {
  const fields = (Object.entries(shapes) as [string, Shape<unknown>][]).map(
    ([key, shape]) => [key, snakeCase(key), shape] as const,
  );
  return {
    write: value =>
      mappingOf(fields.flatMap(([key, name, shape]) => entryOf(name, shape.write(get(value, key))))),
    read: (value, field) => {
      const row = mapping.read(value, field);
      return Object.fromEntries(
        fields.map(([key, name, shape]) => [key, shape.read(own(row, name), `${field}.${name}`)]),
      ) as T;
    },
  };
}

/** The member of a union that has this word under its tag. */
type Variant<T, K extends keyof T, W> = T extends Record<K, infer U> ? (W extends U ? T : never) : never;

/** A union of records that a word tells apart. */
export function variants<T extends object, K extends keyof T & string>(
  tag: K,
  shapes: { readonly [W in T[K] & string]: Shape<Omit<Variant<T, K, W>, K>> },
): Shape<T> {
  const words = word(...Object.keys(shapes));
  const shapeOf = (name: string) =>
    (shapes as unknown as Record<string, Shape<object>>)[name] as Shape<object>;
  return {
    write: value => {
      const name = String(get(value, tag));
      return mappingOf([[tag, name], ...Object.entries(shapeOf(name).write(value) as PlainMapping)]);
    },
    read: (value, field) => {
      const name = words.read(own(mapping.read(value, field), tag), `${field}.${tag}`);
      return { [tag]: name, ...shapeOf(name).read(value, field) } as T;
    },
  };
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const get = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];

const own = (row: PlainMapping, name: string): PlainValue | undefined =>
  Object.hasOwn(row, name) ? row[name] : undefined;

const entryOf = (name: string, value: PlainValue | undefined): [string, PlainValue][] =>
  value === undefined ? [] : [[name, value]];

function wrong(field: string, wanted: string, value: PlainValue | undefined): never {
  throw new FieldError(field, value === undefined ? 'is missing' : `is not ${wanted}`);
}
