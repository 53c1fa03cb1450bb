import type { PlainValue } from '../../common/plain-value.ts';
import { PART_LENGTH, partUri } from '../loop-uri.ts';
import type { Result } from '../result.ts';
import { type LoopOutcome, loopView, viewOf } from './data-view.ts';
import { failureView } from './failure-view.ts';
import { PLAIN, plainData } from './plain-data.ts';
import type { Load } from './stored-body-view.ts';

export type Collected = Extract<Result, { kind: 'collected' }>;

/** A reader of more parts than these wants all of them: loading them one by one would take longer. */
const MAX_PARTS = 2;

/**
 * The results of a large loop: a list that is also a record. Its length and what is known of the loop need
 * no loading; an index or a short slice loads the part it is in; anything else loads all results.
 */
export function collectedView(result: Collected, load: Load, outcome: LoopOutcome | undefined): unknown {
  const target: unknown[] = [];
  target.length = result.length;
  return new Proxy(target, new Handler(result, load, outcome));
}

const INDEX = /^(?:0|[1-9]\d*)$/;

class Handler implements ProxyHandler<unknown[]> {
  readonly #result: Collected;
  readonly #load: Load;
  readonly #outcome: LoopOutcome | undefined;
  readonly #parts = new Set<number>();

  constructor(result: Collected, load: Load, outcome: LoopOutcome | undefined) {
    this.#result = result;
    this.#load = load;
    this.#outcome = outcome;
  }

  get(target: unknown[], name: string | symbol, self: unknown): unknown {
    if (name === 'length') return target.length;
    if (name === 'at') return (index: number) => this.#element(index < 0 ? index + target.length : index);
    if (name === PLAIN) return () => plainData(this.#all());
    if (typeof name === 'string') {
      if (INDEX.test(name)) return this.#element(Number(name));
      if (this.#isField(name)) return this.#field(name, self);
    }
    const all = this.#all();
    const member: unknown = Reflect.get(all, name);
    return typeof member === 'function' ? member.bind(all) : member;
  }

  has(target: unknown[], name: string | symbol): boolean {
    return typeof name === 'string' && INDEX.test(name)
      ? Number(name) < target.length
      : (typeof name === 'string' && this.#isField(name)) || Reflect.has(target, name);
  }

  getOwnPropertyDescriptor(target: unknown[], name: string | symbol): PropertyDescriptor | undefined {
    if (name === 'length') return Reflect.getOwnPropertyDescriptor(target, name);
    if (typeof name !== 'string' || !this.has(target, name) || !(INDEX.test(name) || this.#isField(name)))
      return undefined;
    // Only says that there is a value: readers ask for the value itself afterwards.
    return { value: undefined, writable: true, enumerable: INDEX.test(name), configurable: true };
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

  #isField(name: string): boolean {
    if (name === 'data') return true;
    return this.#outcome !== undefined && LOOP_FIELDS.has(name);
  }

  #field(name: string, self: unknown): unknown {
    switch (name) {
      case 'count':
        return this.#result.length;
      case 'stats':
        return this.#outcome?.stats;
      case 'failed_items':
        return this.#outcome?.errors.map(({ index, error }) => ({ index, error: failureView(error) }));
      default:
        return self;
    }
  }

  #element(index: number): unknown {
    if (index < 0 || index >= this.#result.length) return undefined;
    const part = Math.floor(index / PART_LENGTH);
    this.#parts.add(part);
    if (this.#parts.size > MAX_PARTS || this.#result.length <= PART_LENGTH) return this.#all()[index];
    const { uri } = this.#result;
    const results = this.#load({ kind: 'collected', uri: partUri(uri, part), length: PART_LENGTH }) ?? [];
    return (viewOf(results, this.#load) as readonly unknown[])[index % PART_LENGTH];
  }

  #all(): readonly unknown[] {
    const results = (this.#load(this.#result) ?? []) as readonly PlainValue[];
    const view = this.#outcome ? loopView(results, this.#outcome, this.#load) : viewOf(results, this.#load);
    return view as readonly unknown[];
  }
}

const LOOP_FIELDS: ReadonlySet<string> = new Set(['count', 'failed_items', 'results', 'stats']);
