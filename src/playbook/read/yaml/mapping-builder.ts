import type { SourceRange } from '../../positions.ts';
import { type Entry, isList, isMap, MapNode, type Node } from '../node.ts';
import { YamlError } from './yaml-error.ts';

/** A key as it was read; `merge` if it is the unquoted `<<`. */
export interface Key {
  readonly text: string;
  readonly range: SourceRange;
  readonly merge: boolean;
}

/** Collects the entries of one mapping: refuses duplicates, carries out merges. */
export class MappingBuilder {
  readonly errors: YamlError[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #merges: { readonly key: Key; readonly value: Node }[] = [];

  add(key: Key, value: Node): void {
    if (key.merge) {
      this.#merges.push({ key, value });
      return;
    }
    const first = this.#entries.get(key.text);
    if (first === undefined) this.#entries.set(key.text, { key: key.text, keyRange: key.range, value });
    else this.errors.push(new DuplicateKey(key, first.keyRange.start));
  }

  finish(range: SourceRange): MapNode {
    for (const { key, value } of this.#merges) this.#merge(key, value);
    return new MapNode([...this.#entries.values()], range);
  }

  /** Own keys win over merged ones, earlier merged mappings over later ones. */
  #merge(key: Key, value: Node): void {
    for (const source of isList(value) ? value.items : [value]) {
      if (!isMap(source)) {
        const hint = 'write `<<: *anchor` or `<<: [*one, *two]`';
        this.errors.push(new YamlError('yaml_merge', key.range.start, '`<<` can merge mappings only', hint));
        continue;
      }
      for (const entry of source.entries) {
        if (!this.#entries.has(entry.key)) this.#entries.set(entry.key, entry);
      }
    }
  }
}

/** Says where the key stood first, which only whoever knows the lines can put into words. */
export class DuplicateKey extends YamlError {
  readonly firstOffset: number;

  constructor(key: Key, firstOffset: number) {
    super('yaml_duplicate_key', key.range.start, `the key \`${key.text}\` is written twice`);
    this.firstOffset = firstOffset;
  }
}
