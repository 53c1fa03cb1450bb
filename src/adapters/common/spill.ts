import type { PlainValue } from '../../common/plain-value.ts';
import { StoredApart } from '../../common/stored-json.ts';

/**
 * Fields of events that hold what users made: data, variables, arguments, texts of errors. Only their
 * values are moved, so that views over the log find everything else where it always stands.
 */
const USER_FIELDS: ReadonlySet<string> = new Set([
  'args',
  'ctx',
  'data',
  'details',
  'extracted',
  'message',
  'reason',
  'values',
  'workload',
]);

/** Stores a value apart; gives its address. */
export type Store = (value: PlainValue) => string;

/** About what an address takes. */
const ADDRESS_BYTES = 150;

/**
 * A copy of `events` in which no part of users' data is larger than `limit` bytes, about: such parts are
 * stored apart, the smallest that will do. What is small is shared with the original.
 */
export function spill(events: unknown, limit: number, store: Store): unknown {
  return new Spilling(limit, store).structure(events);
}

interface Measured {
  readonly value: unknown;
  readonly bytes: number;
}

class Spilling {
  readonly #limit: number;
  readonly #store: Store;

  constructor(limit: number, store: Store) {
    this.#limit = limit;
    this.#store = store;
  }

  structure(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(item => this.structure(item));
    const copy: Record<string, unknown> = Object.create(null);
    for (const [key, item] of Object.entries(value)) {
      copy[key] = USER_FIELDS.has(key) ? this.#data(item).value : this.structure(item);
    }
    return copy;
  }

  /** First the parts, then, if what is left of it is still too large, the whole in their place. */
  #data(value: unknown): Measured {
    if (value === undefined) return { value, bytes: 0 };
    const { value: left, bytes } = this.#parts(value);
    if (bytes <= this.#limit) return { value: left, bytes };
    return { value: new StoredApart(() => this.#store(value as PlainValue)), bytes: ADDRESS_BYTES };
  }

  #parts(value: unknown): Measured {
    if (typeof value === 'string') return { value, bytes: Buffer.byteLength(value) + 2 };
    if (typeof value !== 'object' || value === null) return { value, bytes: 8 };
    if (Array.isArray(value)) {
      const items = value.map(item => this.#data(item));
      return { value: items.map(item => item.value), bytes: 2 + sum(items) + items.length };
    }
    const copy: Record<string, unknown> = Object.create(null);
    let bytes = 2;
    for (const [key, item] of Object.entries(value)) {
      const part = this.#data(item);
      copy[key] = part.value;
      bytes += Buffer.byteLength(key) + part.bytes + 4;
    }
    return { value: copy, bytes };
  }
}

const sum = (parts: readonly Measured[]): number => parts.reduce((total, { bytes }) => total + bytes, 0);
