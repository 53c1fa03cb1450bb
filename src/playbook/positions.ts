import type { Node, ScalarNode } from './read/node.ts';
import { documentOffset } from './read/text-offsets.ts';

/** A stretch of the playbook's text, offsets in UTF-16 units, `end` exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the objects of a model came from. Kept beside the model and not in it, so that the hash and
 * equality do not depend on layout. Objects the loader invented have the place of what they stand for.
 */
export interface Positions {
  /** Of a model object: the value, or for a step, task, arc, … the key or name that introduces it. */
  rangeOf(node: object): SourceRange | undefined;
  /** Of the value under a key of a model object, mapping or list, by the key's name in the model. */
  rangeOfValue(container: object, key: string | number): SourceRange | undefined;
  /** Of a character inside the text under a key, whatever quoting or folding the YAML used. */
  offsetInText(container: object, key: string | number, offset: number): number | undefined;
}

/** The positions of a model while it is being built. */
export class PositionTable implements Positions {
  readonly #source: string;
  readonly #ranges = new WeakMap<object, SourceRange>();
  readonly #values = new WeakMap<object, ReadonlyMap<string | number, Node>>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Notes where an object came from, and the nodes its fields were read from; returns the object. */
  place<T extends object>(object: T, range: SourceRange, values?: ReadonlyMap<string | number, Node>): T {
    this.#ranges.set(object, range);
    if (values) this.#values.set(object, values);
    return object;
  }

  /** `next` stands where `before` stood. */
  move<T extends object>(before: object, next: T): T {
    const range = this.#ranges.get(before);
    return range ? this.place(next, range, this.#values.get(before)) : next;
  }

  rangeOf(node: object): SourceRange | undefined {
    return this.#ranges.get(node);
  }

  rangeOfValue(container: object, key: string | number): SourceRange | undefined {
    return this.#values.get(container)?.get(key)?.range;
  }

  offsetInText(container: object, key: string | number, offset: number): number | undefined {
    const node = this.#values.get(container)?.get(key);
    if (node === undefined) return this.#ranges.get(container)?.start;
    return node.kind === 'scalar'
      ? documentOffset(this.#source, node as ScalarNode, offset)
      : node.range.start;
  }
}
