import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { PLAIN, plainData } from './plain-data.ts';

/** Names that are looked up when they are read, and not before. */
export interface Names {
  has(name: string): boolean;
  /** Asked only for names it has. */
  get(name: string): unknown;
  /** What a listing shows; there may be names beyond it. */
  keys(): Iterable<string>;
  /** What is handed on, where that is more or less than what a listing shows. */
  plain?(): PlainValue;
}

/**
 * A mapping for templates whose values are computed on access: nothing is walked or copied to make one.
 * Spreading or listing the values of one reads them all.
 */
export function lazyRecord(names: Names): Readonly<Record<string, unknown>> {
  return new Proxy<Record<string, unknown>>(Object.create(null), new Handler(names));
}

const NAMES = Symbol('names');

/** The names behind a record, so that one record can be put before another without asking through it. */
export function namesOf(record: Readonly<Record<string, unknown>>): Names {
  const names = (record as { readonly [NAMES]?: Names })[NAMES];
  return (
    names ?? {
      has: name => Object.hasOwn(record, name),
      get: name => record[name],
      keys: () => Object.keys(record),
    }
  );
}

/** Only says that there is a value: readers ask for the value itself afterwards. */
const PRESENT: PropertyDescriptor = {
  value: undefined,
  writable: true,
  enumerable: true,
  configurable: true,
};

class Handler implements ProxyHandler<Record<string, unknown>> {
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  get(_: object, name: string | symbol): unknown {
    if (typeof name === 'string') return this.#names.has(name) ? this.#names.get(name) : undefined;
    if (name === NAMES) return this.#names;
    return name === PLAIN ? () => this.#plain() : undefined;
  }

  #plain(): PlainValue {
    if (this.#names.plain) return this.#names.plain();
    return mappingOf(this.ownKeys().map(name => [name, plainData(this.#names.get(name))]));
  }

  has(_: object, name: string | symbol): boolean {
    return typeof name === 'string' && this.#names.has(name);
  }

  getOwnPropertyDescriptor(target: object, name: string | symbol): PropertyDescriptor | undefined {
    return this.has(target, name) ? PRESENT : undefined;
  }

  ownKeys(): string[] {
    return [...new Set(this.#names.keys())];
  }

  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }
}
