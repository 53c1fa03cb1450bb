import type { MapNode } from '../../read/node.ts';
import type { Fields, Part, Tree } from '../tree.ts';
import type { CommentTable } from './comment-table.ts';
import { findComments, type SourceComment } from './find-comments.ts';
import { type Located, locateParts } from './locate-parts.ts';
import { type SourcePart, SourceParts } from './source-parts.ts';

/**
 * Finds the new place of every comment of the source. A comment on a line of its own belongs to what
 * follows it, unless it is indented further than that: then it ends the list or mapping before it. A comment
 * behind something belongs to what begins on its line. Where that is not written any more, the comment goes
 * above the nearest thing around it that is.
 */
export function attachComments(text: string, root: MapNode, tree: Fields): CommentTable {
  const sources = new SourceParts(root);
  const located = locateParts(tree, sources);
  const attacher = new Attacher(text, tree, sources, located);
  for (const comment of findComments(text, root)) attacher.attach(comment);
  return attacher.finish();
}

class Attacher {
  readonly #before = new Map<Part, string[]>();
  readonly #beside = new Map<Part, string>();
  readonly #after = new Map<Tree, string[]>();
  readonly #text: string;
  readonly #tree: Fields;
  readonly #sources: SourceParts;
  readonly #located: Located;

  constructor(text: string, tree: Fields, sources: SourceParts, located: Located) {
    this.#text = text;
    this.#tree = tree;
    this.#sources = sources;
    this.#located = located;
  }

  attach(comment: SourceComment): void {
    if (!comment.ownLine && !this.#followsDash(comment)) {
      this.#attachBeside(comment);
      return;
    }
    const next = this.#nextContent(comment.offset);
    const ended = comment.ownLine ? this.#collectionEndedBy(comment, next) : undefined;
    if (ended) append(this.#after, ended, comment);
    else if (next === undefined) append(this.#after, this.#tree, comment);
    else this.#attachBefore(comment, this.#sources.firstFrom(next.offset));
  }

  /** Comments above the first part of an element stand above its dash, so they belong to the element. */
  finish(): CommentTable {
    const visit = (value: Tree): void => {
      if (value.kind === 'leaf') return;
      for (const part of value.parts) {
        visit(part.value);
        if (value.kind === 'items' && part.value.kind !== 'leaf') this.#hoist(part, part.value.parts[0]);
      }
    };
    visit(this.#tree);
    return { before: this.#before, beside: this.#beside, after: this.#after };
  }

  #hoist(part: Part, first: Part | undefined): void {
    const lines = first && this.#before.get(first);
    if (!lines) return;
    this.#before.delete(first);
    this.#before.set(part, [...(this.#before.get(part) ?? []), ...lines]);
  }

  #attachBefore(comment: SourceComment, source: SourcePart | undefined): void {
    const part = this.#survivor(source);
    if (part) append(this.#before, part, comment);
    else append(this.#after, this.#tree, comment);
  }

  #attachBeside(comment: SourceComment): void {
    const source = this.#partOnLine(comment.offset);
    const part = source && this.#located.get(source);
    if (part && !this.#beside.has(part)) this.#beside.set(part, comment.text);
    else this.#attachBefore(comment, source);
  }

  /** The outermost part that begins on the line and ends there, else the last one that begins there. */
  #partOnLine(offset: number): SourcePart | undefined {
    const lineStart = this.#text.lastIndexOf('\n', offset) + 1;
    const begun = this.#sources.within(lineStart, offset);
    const whole = begun.find(({ value }) => value.range.end <= offset && !this.#isBlock(value));
    return whole ?? begun.at(-1) ?? this.#partEndingBefore(offset);
  }

  /** On a line of closing brackets: the outermost part that is closed. */
  #partEndingBefore(offset: number): SourcePart | undefined {
    let ended = this.#sources.lastBefore(offset);
    for (let around = ended?.parent; around; around = around.parent) {
      if (around.value.range.end <= offset && !this.#isBlock(around.value)) ended = around;
    }
    return ended;
  }

  /** Nothing but the dash of an element stands before it. */
  #followsDash({ offset }: SourceComment): boolean {
    const lineStart = this.#text.lastIndexOf('\n', offset) + 1;
    return /^[ \t]*(?:-[ \t]+)+$/.test(this.#text.slice(lineStart, offset));
  }

  #isBlock({ kind, range }: SourcePart['value']): boolean {
    return kind !== 'scalar' && !'[{'.includes(this.#text[range.start]!);
  }

  /** The part itself, the first inside it, or the nearest around it that is written. */
  #survivor(source: SourcePart | undefined): Part | undefined {
    if (!source) return undefined;
    const exact = this.#located.get(source) ?? this.#firstInside(source);
    if (exact) return exact;
    for (let around = source.parent; around; around = around.parent) {
      const part = this.#located.get(around);
      if (part) return part;
    }
    return undefined;
  }

  #firstInside(source: SourcePart): Part | undefined {
    for (const inside of this.#sources.within(source.start, source.value.range.end)) {
      const part = this.#located.get(inside);
      if (part) return part;
    }
    return undefined;
  }

  /** The next thing in the text that is no comment. */
  #nextContent(offset: number): { offset: number; column: number } | undefined {
    const content = /\n[ \t]*(?![#\s])\S/g;
    content.lastIndex = offset;
    const match = content.exec(this.#text);
    if (!match) return undefined;
    const at = match.index + match[0].length - 1;
    return { offset: at, column: at - match.index - 1 };
  }

  /** The list or mapping that a comment ends, which is indented further than what follows it. */
  #collectionEndedBy(comment: SourceComment, next: { column: number } | undefined): Tree | undefined {
    if (comment.column <= (next?.column ?? -1)) return undefined;
    for (let part = this.#sources.lastBefore(comment.offset); part; part = part.parent) {
      const tree = this.#located.get(part)?.value;
      if (!tree || tree.kind === 'leaf' || tree.parts.length === 0 || !this.#isBlock(part.value)) continue;
      const { start } = part.value.range;
      if (start - this.#text.lastIndexOf('\n', start - 1) - 1 <= comment.column) return tree;
    }
    return undefined;
  }
}

function append<Key>(table: Map<Key, string[]>, key: Key, comment: SourceComment): void {
  const lines = table.get(key) ?? [];
  table.set(key, lines);
  if (comment.afterEmptyLine) lines.push('');
  lines.push(comment.text);
  if (comment.ownLine && comment.beforeEmptyLine) lines.push('');
}
