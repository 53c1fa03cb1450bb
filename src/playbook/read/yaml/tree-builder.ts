import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node as LibraryNode } from 'yaml';
import type { SourceRange } from '../../positions.ts';
import {
  madeList,
  madeScalar,
  type Node,
  type ScalarNode,
  type ScalarStyle,
  type ScalarValue,
} from '../node.ts';
import { AliasBudget } from './alias-budget.ts';
import { LIMITS } from './limits.ts';
import { type Key, MappingBuilder } from './mapping-builder.ts';
import { tooDeep, YamlError } from './yaml-error.ts';

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Turns the library's nodes into ours: aliases resolved, merges carried out, keys texts. */
export class TreeBuilder {
  readonly errors: YamlError[] = [];
  readonly #text: string;
  readonly #budget = new AliasBudget();
  /** What the latest node with each anchor became, shared by its aliases; `open` while it is being built. */
  readonly #anchors = new Map<string, Node | 'open'>();
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  build(node: LibraryNode | null | undefined): Node {
    if (isAlias(node)) return this.#alias(node);
    const anchor = (node as { anchor?: string } | null | undefined)?.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, 'open');
    const built = this.#convert(node);
    if (anchor !== undefined) this.#anchors.set(anchor, built);
    return built;
  }

  #convert(node: LibraryNode | null | undefined): Node {
    const range = rangeOf(node);
    if (isScalar(node)) return this.#scalar(node);
    if (!isSeq(node) && !isMap(node)) return madeScalar(null, range);
    if (++this.#depth > LIMITS.depth) throw tooDeep(range.start);
    const items = isSeq(node) ? node.items.map(item => this.#item(item)) : undefined;
    const built = items ? madeList(items, range) : this.#mapping(node as LibraryNode & { items: unknown[] });
    this.#depth--;
    return built;
  }

  /** `[a: b]` is a list of a mapping of one entry; the library may leave it a bare pair. */
  #item(item: unknown): Node {
    if (!isPair(item)) return this.build(item as LibraryNode);
    const builder = new MappingBuilder();
    this.#entry(builder, item);
    return this.#finish(builder, rangeOf(item.key as LibraryNode));
  }

  #scalar(node: LibraryNode & { value?: unknown; type?: string }): ScalarNode {
    const style = STYLES[node.type ?? ''] ?? 'plain';
    return { kind: 'scalar', value: scalarValue(node.value), style, range: rangeOf(node) };
  }

  #mapping(node: LibraryNode & { items: unknown[] }): Node {
    const range = rangeOf(node);
    if (this.#isTemplate(range)) return this.#unquoted(range);
    const builder = new MappingBuilder();
    for (const pair of node.items) if (isPair(pair)) this.#entry(builder, pair);
    return this.#finish(builder, range);
  }

  #finish(builder: MappingBuilder, range: SourceRange): Node {
    const node = builder.finish(range);
    for (const error of builder.errors) this.errors.push(error);
    return node;
  }

  /** `{{ x }}` without quotes is a mapping to YAML, and never what the author meant. */
  #isTemplate({ start }: SourceRange): boolean {
    return this.#text[start] === '{' && (this.#text[start + 1] === '{' || this.#text[start + 1] === '%');
  }

  #unquoted(range: SourceRange): Node {
    const message = 'a text that begins with a template must be quoted';
    const hint = 'put it in quotes: "{{ … }}"; without them YAML reads the braces as a mapping';
    this.errors.push(new YamlError('yaml_unquoted_template', range.start, message, hint));
    return madeScalar(this.#text.slice(range.start, range.end), range);
  }

  #entry(builder: MappingBuilder, pair: { key: unknown; value: unknown }): void {
    const key = this.#key(pair.key as LibraryNode | null);
    if (key === undefined) return;
    const missing = pair.value === null || pair.value === undefined;
    const end = { start: key.range.end, end: key.range.end };
    builder.add(key, missing ? madeScalar(null, end) : this.build(pair.value as LibraryNode));
  }

  #key(node: LibraryNode | null): Key | undefined {
    const built = this.build(node);
    if (built.kind !== 'scalar') {
      const message = 'a list or a mapping cannot be a key';
      this.errors.push(new YamlError('yaml_syntax', rangeOf(node).start, message, 'write a text'));
      return undefined;
    }
    const range = isAlias(node) ? rangeOf(node) : built.range;
    const text = typeof built.value === 'string' ? built.value : this.#written(built);
    return { text, range, merge: text === '<<' && built.style === 'plain' };
  }

  /** A number, true or nothing as a key is the text that was written. */
  #written({ range, value }: ScalarNode): string {
    return range.end > range.start ? this.#text.slice(range.start, range.end) : String(value ?? '');
  }

  #alias(node: Alias): Node {
    const range = rangeOf(node);
    const target = this.#anchors.get(node.source);
    if (target === undefined || target === 'open') {
      const message = target
        ? `\`*${node.source}\` stands inside its own anchor`
        : `there is no anchor \`&${node.source}\` above`;
      throw new YamlError('yaml_alias', range.start, message, 'an anchor must stand before its aliases');
    }
    this.#budget.spend(target, range.start);
    return target;
  }
}

function rangeOf(node: LibraryNode | null | undefined): SourceRange {
  const range = node?.range;
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}

/** Integers come as bigints; those a number holds exactly become numbers. */
function scalarValue(value: unknown): ScalarValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return (value ?? null) as ScalarValue;
}
