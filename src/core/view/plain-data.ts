import { mappingOf, type PlainValue } from '../../common/plain-value.ts';

/** What a view shows, as data: what templates compute goes into the log, and the log knows no views. */
const shownBy = new WeakMap<object, () => PlainValue>();

export function remember<T extends object>(view: T, data: () => PlainValue): T {
  shownBy.set(view, data);
  return view;
}

/**
 * A value that a template computed, as plain data. What is plain already is returned as it is; undefined
 * is null, because the log is JSON.
 */
export function plainData(value: unknown): PlainValue {
  if (typeof value === 'object' && value !== null) {
    const shown = shownBy.get(value);
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
