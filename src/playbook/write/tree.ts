import type { SourceRange } from '../positions.ts';

/**
 * What is written, before it is laid out as text: YAML's data in the order it appears, each part with the
 * place in the source it came from, so that the comments there can follow it.
 */
export type Tree = Leaf | Items | Fields;

export type LeafValue = null | boolean | number | bigint | string;

export interface Leaf {
  readonly kind: 'leaf';
  readonly value: LeafValue;
}

/**
 * `block`: always one part per line. `auto`: on one line in brackets where that is short and simple.
 * `spaced`: block, with an empty line between parts.
 */
export type Layout = 'block' | 'auto' | 'spaced';

export interface Items {
  readonly kind: 'items';
  readonly layout: Layout;
  readonly parts: readonly Part[];
}

export interface Fields {
  readonly kind: 'fields';
  readonly layout: Layout;
  readonly parts: readonly Field[];
}

/** An element of a list, or with a key an entry of a mapping. */
export interface Part {
  readonly value: Tree;
  /** Of the value; absent where no single place of the source stands for it. */
  readonly source: SourceRange | undefined;
}

export interface Field extends Part {
  readonly key: string;
}

export const leaf = (value: LeafValue): Leaf => ({ kind: 'leaf', value });
