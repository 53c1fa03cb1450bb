import { mappingOf, type PlainValue } from '../../common/plain-value.ts';

/** Under this key a view has the function that gives what it shows, as data. Templates see no symbols. */
export const PLAIN = Symbol('plain');

export function remember<T extends object>(view: T, data: () => PlainValue): T {
  return Object.defineProperty(view, PLAIN, { value: data, enumerable: false, configurable: true });
}

/**
 * A value that a template computed, as plain data: it goes into the log, and the log knows no views. What
 * is plain already is returned as it is; undefined is null, because the log is JSON.
 */
export function plainData(value: unknown): PlainValue {
  if (typeof value === 'object' && value !== null) {
    const shown = (value as { readonly [PLAIN]?: () => PlainValue })[PLAIN];
    if (shown) return shown();
    return Array.isArray(value) ? plainList(value) : plainMapping(value);
  }
  return value === undefined ? null : (value as PlainValue);
}

function plainList(list: readonly unknown[]): PlainValue {
  const items = list.map(plainData);
  return items.every((item, index) => item === list[index]) ? (list as readonly PlainValue[]) : items;
}

function plainMapping(mapping: object): PlainValue {
  const entries = Object.entries(mapping).map(([key, item]) => [key, plainData(item), item] as const);
  const isPlain =
    Object.getPrototypeOf(mapping) === null && entries.every(([, plain, item]) => plain === item);
  return isPlain ? (mapping as PlainValue) : mappingOf(entries.map(([key, plain]) => [key, plain]));
}
