import type { PlainValue } from '../../common/plain-value.ts';
import { type Load, mentionsStored } from './stored-body-view.ts';

/**
 * Views by what they show, so that each is made once. Those that load something while they are read belong
 * to whoever loads it: for others it is not at hand.
 */
export class ViewMemory {
  readonly #shared = new WeakMap<object, unknown>();
  readonly #loading = new WeakMap<Load, WeakMap<object, unknown>>();

  get(data: object, load: Load, make: () => unknown): unknown {
    const known = this.#shared.get(data) ?? this.#loading.get(load)?.get(data);
    if (known !== undefined) return known;
    const made = make();
    this.#placeFor(data, load).set(data, made);
    return made;
  }

  #placeFor(data: object, load: Load): WeakMap<object, unknown> {
    if (!mentionsStored(data as PlainValue)) return this.#shared;
    const own = this.#loading.get(load) ?? new WeakMap();
    this.#loading.set(load, own);
    return own;
  }
}
