import { isList, type ListNode, MapNode, type Node } from './read/node.ts';
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

/** The node each field of an object was read from, by the field's name in the model. */
export type FieldNodes = Readonly<Record<string, Node | undefined>>;

interface Place {
  readonly range: SourceRange;
  /** The node itself where its keys are those of the object, else the nodes of its fields. */
  readonly parts: ListNode | MapNode | FieldNodes | undefined;
}

/** The model says `maxPages` where YAML says `max_pages`. */
const inYaml = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The positions of a model while it is being built. Holds the model's objects, and goes with the result. */
export class PositionTable implements Positions {
  readonly #source: string;
  readonly #places = new Map<object, Place>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Notes where an object came from; returns the object. */
  place<T extends object>(object: T, range: SourceRange, parts?: Place['parts']): T {
    this.#places.set(object, { range, parts });
    return object;
  }

  /** `next` stands where `before` stood. */
  move<T extends object>(before: object, next: T): T {
    const place = this.#places.get(before);
    if (place) this.#places.set(next, place);
    return next;
  }

  rangeOf(node: object): SourceRange | undefined {
    return this.#places.get(node)?.range;
  }

  rangeOfValue(container: object, key: string | number): SourceRange | undefined {
    return this.#nodeAt(container, key)?.range;
  }

  offsetInText(container: object, key: string | number, offset: number): number | undefined {
    const node = this.#nodeAt(container, key);
    if (node === undefined) return this.rangeOf(container)?.start;
    return node.kind === 'scalar' ? documentOffset(this.#source, node, offset) : node.range.start;
  }

  #nodeAt(container: object, key: string | number): Node | undefined {
    const parts = this.#places.get(container)?.parts;
    if (parts === undefined) return undefined;
    if (parts instanceof MapNode) return parts.get(String(key)) ?? parts.get(inYaml(String(key)));
    if (isList(parts as Node)) return (parts as ListNode).items[Number(key)];
    return Object.hasOwn(parts, key) ? (parts as FieldNodes)[key] : undefined;
  }
}
