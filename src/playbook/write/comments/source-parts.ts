import type { SourceRange } from '../../positions.ts';
import type { MapNode, Node } from '../../read/node.ts';

/** An entry of a mapping or an element of a list, as it stands in the source. */
export interface SourcePart {
  /** Of the key, or of the value behind a dash. */
  readonly start: number;
  readonly key: string | undefined;
  readonly value: Node;
  readonly parent: SourcePart | undefined;
}

/** The parts of a document in the order of the text, those that contain others before them. */
export class SourceParts {
  readonly all: readonly SourcePart[];
  readonly #root: MapNode;
  readonly #byValueStart = new Map<number, SourcePart>();

  constructor(root: MapNode) {
    this.#root = root;
    this.all = flatten(root);
    for (const part of this.all) {
      const { start } = part.value.range;
      if (!this.#byValueStart.has(start)) this.#byValueStart.set(start, part);
    }
  }

  /** The part whose value has this place, else the innermost one around it. */
  at({ start }: SourceRange): SourcePart | undefined {
    const exact = this.#byValueStart.get(start);
    if (exact) return exact;
    let part = this.lastBefore(start + 1);
    while (part && part.value.range.end <= start) part = part.parent;
    return part;
  }

  /** The part under a key of a part's mapping, or of the document. */
  below(parent: SourcePart | undefined, key: string): SourcePart | undefined {
    const map = parent ? parent.value : this.#root;
    const value = map.kind === 'map' ? map.get(key) : undefined;
    const part = value && this.#byValueStart.get(value.range.start);
    return part?.key === key ? part : undefined;
  }

  /** The element of a part's list, if the list has this many. */
  element(parent: SourcePart | undefined, index: number, length: number): SourcePart | undefined {
    if (parent?.value.kind !== 'list' || parent.value.items.length !== length) return undefined;
    return this.#byValueStart.get(parent.value.items[index]!.range.start);
  }

  /** The first part that begins, or whose scalar begins, at the offset or behind it. */
  firstFrom(offset: number): SourcePart | undefined {
    const begun = this.#byValueStart.get(offset);
    return begun?.value.kind === 'scalar' ? begun : this.all[this.#indexFrom(offset)];
  }

  /** The last part that begins before the offset. */
  lastBefore(offset: number): SourcePart | undefined {
    return this.all[this.#indexFrom(offset) - 1];
  }

  /** Parts that begin in the range, outer ones first. */
  within(from: number, to: number): readonly SourcePart[] {
    return this.all.slice(this.#indexFrom(from), this.#indexFrom(to));
  }

  #indexFrom(offset: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What an alias or a merge repeats is counted where it was written. */
function flatten(root: MapNode): readonly SourcePart[] {
  const parts: SourcePart[] = [];
  const seen = new Set<Node>();
  const add = (key: string | undefined, start: number, value: Node, parent: SourcePart | undefined) => {
    if (seen.has(value)) return;
    seen.add(value);
    const part: SourcePart = { start, key, value, parent };
    parts.push(part);
    if (value.kind !== 'scalar') addChildren(value, part);
  };
  const addChildren = (node: Node, parent: SourcePart | undefined): void => {
    if (node.kind === 'list') for (const item of node.items) add(undefined, item.range.start, item, parent);
    else if (node.kind === 'map') {
      for (const { key, keyRange, value } of node.entries) add(key, keyRange.start, value, parent);
    }
  };
  addChildren(root, undefined);
  // The sort is stable: a part stays before the parts inside it that begin at the same place.
  return parts.sort((a, b) => a.start - b.start);
}
