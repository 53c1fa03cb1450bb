import { PLAIN } from './plain-data.ts';

/** A list that is loaded as it is read, and that has fields beside its items. */
export interface LazyList {
  readonly length: number;
  /** One item; it may load no more than that. */
  item(index: number): unknown;
  /** All of it. */
  all(): readonly unknown[];
  /** All of it as data. */
  plain(): unknown;
  hasField(name: string): boolean;
  /** `self` is the list as its reader has it. */
  field(name: string, self: unknown): unknown;
}

/** The list as templates see it. Its length and its fields can be read without loading. */
export function lazyList(list: LazyList): unknown {
  const target: unknown[] = [];
  target.length = list.length;
  return new Proxy(target, new Handler(list));
}

const INDEX = /^(?:0|[1-9]\d*)$/;

class Handler implements ProxyHandler<unknown[]> {
  readonly #list: LazyList;

  constructor(list: LazyList) {
    this.#list = list;
  }

  get(target: unknown[], name: string | symbol, self: unknown): unknown {
    if (name === 'length') return target.length;
    if (name === 'at') return (index: number) => this.#item(index < 0 ? index + target.length : index);
    if (name === PLAIN) return () => this.#list.plain();
    if (this.#isItem(name)) return this.#item(Number(name));
    if (this.#isField(name)) return this.#list.field(name, self);
    const all = this.#list.all();
    const member: unknown = Reflect.get(all, name);
    return typeof member === 'function' ? member.bind(all) : member;
  }

  has(target: unknown[], name: string | symbol): boolean {
    if (this.#isItem(name)) return Number(name) < target.length;
    return this.#isField(name) || Reflect.has(target, name);
  }

  getOwnPropertyDescriptor(target: unknown[], name: string | symbol): PropertyDescriptor | undefined {
    if (name === 'length') return Reflect.getOwnPropertyDescriptor(target, name);
    const isItem = this.#isItem(name) && Number(name) < target.length;
    if (!isItem && !this.#isField(name)) return undefined;
    // Only says that there is a value: readers ask for the value itself afterwards.
    return { value: undefined, writable: true, enumerable: isItem, configurable: true };
  }

  ownKeys(target: unknown[]): string[] {
    return [...Array.from({ length: target.length }, (_, index) => String(index)), 'length'];
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

  #item(index: number): unknown {
    return index < 0 || index >= this.#list.length ? undefined : this.#list.item(index);
  }

  #isItem(name: string | symbol): name is string {
    return typeof name === 'string' && INDEX.test(name);
  }

  #isField(name: string | symbol): name is string {
    return typeof name === 'string' && this.#list.hasField(name);
  }
}
