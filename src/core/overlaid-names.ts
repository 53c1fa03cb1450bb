import { RESERVED_NAMES } from '../playbook/reserved-names.ts';
import { lazyRecord, type Names, namesOf } from './view/lazy-record.ts';

export type Reserved = (typeof RESERVED_NAMES)[number];

type Values = Readonly<Record<string, unknown>>;

/** Names that come before others, but not before reserved ones. */
export class OverlaidNames implements Names {
  readonly #inner: Names;
  readonly #own: Names;

  constructor(inner: Names, own: Names) {
    this.#inner = inner;
    this.#own = own;
  }

  has(name: string): boolean {
    return this.#isOwn(name) || this.#inner.has(name);
  }

  get(name: string): unknown {
    return this.#isOwn(name) ? this.#own.get(name) : this.#inner.get(name);
  }

  keys(): string[] {
    return [...this.#inner.keys(), ...[...this.#own.keys()].filter(name => this.#isOwn(name))];
  }

  #isOwn(name: string): boolean {
    return this.#own.has(name) && !isReserved(name);
  }
}

/** Names with variables that have just been written: they are read bare, and as fields of `ctx`. */
export class NamesWithVariables implements Names {
  readonly #base: Values;
  readonly #inner: Names;
  readonly #values: Values;
  #ctx: Values | undefined;

  constructor(base: Values, values: Values) {
    this.#base = base;
    this.#inner = namesOf(base);
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#isOwn(name) || this.#inner.has(name);
  }

  get(name: string): unknown {
    if (name === 'ctx' || name === 'vars') {
      this.#ctx ??= this.#variables();
      return this.#ctx;
    }
    return this.#isOwn(name) ? this.#values[name] : this.#inner.get(name);
  }

  keys(): string[] {
    return [...this.#inner.keys(), ...Object.keys(this.#values).filter(name => this.#isOwn(name))];
  }

  #isOwn(name: string): boolean {
    return Object.hasOwn(this.#values, name) && !isReserved(name);
  }

  #variables(): Values {
    const values = this.#values;
    const before = () => this.#base.ctx as Values;
    return lazyRecord({
      has: name => Object.hasOwn(values, name) || Object.hasOwn(before(), name),
      get: name => (Object.hasOwn(values, name) ? values[name] : before()[name]),
      keys: () => [...Object.keys(before()), ...Object.keys(values)],
    });
  }
}

const reservedNames: ReadonlySet<string> = new Set(RESERVED_NAMES);

export const isReserved = (name: string): name is Reserved => reservedNames.has(name);
