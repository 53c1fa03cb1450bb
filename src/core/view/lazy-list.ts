import type { PlainValue } from '../../common/plain-value.ts';
import { PLAIN } from './plain-data.ts';

const INDEX = /^(?:0|[1-9]\d*)$/;

/** A list of known length that is loaded when one of its items is read. `about` can be read without loading. */
export function lazyList(
  length: number,
  load: () => readonly PlainValue[],
  about: Readonly<Record<string, () => unknown>>,
): unknown {
  const target: unknown[] = [];
  target.length = length;
  return new Proxy(target, new Handler(load, about));
}

class Handler implements ProxyHandler<unknown[]> {
  readonly #load: () => readonly PlainValue[];
  readonly #about: Readonly<Record<string, () => unknown>>;

  constructor(load: () => readonly PlainValue[], about: Readonly<Record<string, () => unknown>>) {
    this.#load = load;
    this.#about = about;
  }

  get(target: unknown[], name: string | symbol): unknown {
    if (name === 'length') return target.length;
    if (name === PLAIN) return this.#load;
    if (this.#isAbout(name)) return this.#about[name]?.();
    const all = this.#load();
    const member: unknown = Reflect.get(all, name);
    return typeof member === 'function' ? member.bind(all) : member;
  }

  has(target: unknown[], name: string | symbol): boolean {
    if (typeof name === 'string' && INDEX.test(name)) return Number(name) < target.length;
    return this.#isAbout(name) || Reflect.has(target, name);
  }

  getOwnPropertyDescriptor(target: unknown[], name: string | symbol): PropertyDescriptor | undefined {
    if (name === 'length') return Reflect.getOwnPropertyDescriptor(target, name);
    const isItem = typeof name === 'string' && INDEX.test(name) && Number(name) < target.length;
    if (!isItem && !this.#isAbout(name)) return undefined;
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

  #isAbout(name: string | symbol): name is string {
    return typeof name === 'string' && Object.hasOwn(this.#about, name);
  }
}
