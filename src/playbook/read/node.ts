import type { SourceRange } from '../positions.ts';

/**
 * The tree the loader works on: YAML's data with the place of every part. Normalising passes build new
 * nodes from old ones and give them the place of what they stand for.
 */
export type Node = ScalarNode | ListNode | MapNode;

export type ScalarValue = null | boolean | number | bigint | string;

/** How a scalar was written; `made` ones were never in the text. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'made';

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  readonly style: ScalarStyle;
  readonly range: SourceRange;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
  readonly range: SourceRange;
}

export interface Entry {
  readonly key: string;
  readonly keyRange: SourceRange;
  readonly value: Node;
}

/** Entries in authored order with distinct keys. */
export class MapNode {
  readonly kind = 'map';
  readonly entries: readonly Entry[];
  readonly range: SourceRange;
  #byKey: Map<string, Entry> | undefined;

  constructor(entries: readonly Entry[], range: SourceRange) {
    this.entries = entries;
    this.range = range;
  }

  entry(key: string): Entry | undefined {
    if (this.entries.length <= 8) return this.entries.find(entry => entry.key === key);
    this.#byKey ??= new Map(this.entries.map(entry => [entry.key, entry]));
    return this.#byKey.get(key);
  }

  get(key: string): Node | undefined {
    return this.entry(key)?.value;
  }

  has(key: string): boolean {
    return this.entry(key) !== undefined;
  }

  without(...keys: readonly string[]): MapNode {
    if (!keys.some(key => this.has(key))) return this;
    return new MapNode(
      this.entries.filter(entry => !keys.includes(entry.key)),
      this.range,
    );
  }

  /** Replaces the value under the key, or adds it at the end with the place of its value. */
  with(key: string, value: Node, keyRange: SourceRange = value.range): MapNode {
    const old = this.entry(key);
    const entry = { key, keyRange: old?.keyRange ?? keyRange, value };
    const entries = old ? this.entries.map(each => (each === old ? entry : each)) : [...this.entries, entry];
    return new MapNode(entries, this.range);
  }

  /** The entry moves to another name in its place; what stood under that name before is dropped. */
  renamed(from: string, to: string): MapNode {
    const entries = this.entries
      .filter(entry => entry.key !== to || from === to)
      .map(entry => (entry.key === from ? { ...entry, key: to } : entry));
    return new MapNode(entries, this.range);
  }
}

export const isMap = (node: Node | undefined): node is MapNode => node?.kind === 'map';
export const isList = (node: Node | undefined): node is ListNode => node?.kind === 'list';
export const isScalar = (node: Node | undefined): node is ScalarNode => node?.kind === 'scalar';

export const isText = (node: Node | undefined): node is ScalarNode & { readonly value: string } =>
  node?.kind === 'scalar' && typeof node.value === 'string';

/** Written, but without a value: `key:`. */
export const isNull = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === null;

export const textOf = (node: Node | undefined): string | undefined => (isText(node) ? node.value : undefined);

export const madeScalar = (value: ScalarValue, range: SourceRange): ScalarNode => ({
  kind: 'scalar',
  value,
  style: 'made',
  range,
});

export const madeList = (items: readonly Node[], range: SourceRange): ListNode => ({
  kind: 'list',
  items,
  range,
});

export const madeMap = (entries: Iterable<readonly [string, Node]>, range: SourceRange): MapNode =>
  new MapNode(
    Array.from(entries, ([key, value]) => ({ key, keyRange: value.range, value })),
    range,
  );

/** What a node is called in a message. */
export function describe(node: Node): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'a mapping';
  if (node.value === null) return 'nothing';
  if (typeof node.value === 'string') return 'a text';
  return typeof node.value === 'boolean' ? 'true or false' : 'a number';
}
