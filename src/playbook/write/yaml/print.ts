import type { CommentTable } from '../comments/comment-table.ts';
import type { Field, Fields, Items, Part, Tree } from '../tree.ts';
import { flowText } from './flow.ts';
import { isBlockText, literalBlock } from './literal-block.ts';
import { inlineScalar, keyText } from './scalar.ts';

/** Longest line that brackets may make; longer values are written one part per line. */
const WIDTH = 110;
const STEP = 2;

/** The tree as YAML text, ending in a line break. */
export function printYaml(tree: Fields, comments: CommentTable): string {
  const printer = new Printer(comments);
  printer.collection(tree, 0);
  return printer.text();
}

class Printer {
  readonly #comments: CommentTable;
  readonly #lines: string[] = [];
  readonly #told = new Set<Part>();
  /** Set after a text block that keeps its final breaks: an empty line would become part of it. */
  #keepsBreaks = false;

  constructor(comments: CommentTable) {
    this.#comments = comments;
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  collection(tree: Items | Fields, indent: number): void {
    tree.parts.forEach((part, i) => {
      if (i > 0 && tree.layout === 'spaced') this.#emptyLine();
      this.#commentLines(this.#comments.before.get(part), indent);
      if (tree.kind === 'items') this.#item(part, indent);
      else this.#part(part as Field, `${keyText((part as Field).key)}:`, indent);
    });
    this.#commentLines(this.#comments.after.get(tree), indent);
  }

  /**
   * An item whose value goes on below begins with the first line of that value, behind the dash. No comment
   * stands above that line: it would belong to the item.
   */
  #item(part: Part, indent: number): void {
    const { value } = part;
    if (value.kind === 'leaf' || this.#flow(value, indent + STEP) !== undefined) {
      this.#part(part, '-', indent);
      return;
    }
    this.#commentLines(this.#besideDashes(part, indent), indent);
    const first = this.#lines.length;
    this.collection(value, indent + STEP);
    this.#lines[first] = `${' '.repeat(indent)}- ${this.#lines[first]!.trimStart()}`;
  }

  /** Comments behind dashes that stand on one line, `- - a`: they go above it, each once. */
  #besideDashes(part: Part, indent: number): readonly string[] {
    const { value } = part;
    if (value.kind === 'leaf' || this.#flow(value, indent + STEP) !== undefined || this.#told.has(part))
      return [];
    this.#told.add(part);
    const beside = this.#comments.beside.get(part);
    const first = value.kind === 'items' ? value.parts[0] : undefined;
    const below = first ? this.#besideDashes(first, indent + STEP) : [];
    return beside === undefined ? below : [beside, ...below];
  }

  /** What stands behind a dash or a key, on the same line where it is short. */
  #part(part: Part, lead: string, indent: number): void {
    const { value } = part;
    const beside = this.#comments.beside.get(part);
    const behind = beside === undefined ? '' : ` ${beside}`;
    const start = `${' '.repeat(indent)}${lead}`;
    if (value.kind === 'leaf') this.#leaf(value.value, start, behind, indent);
    else {
      const flow = this.#flow(value, start.length + 1);
      this.#line(flow === undefined ? `${start}${behind}` : `${start} ${flow}${behind}`);
      if (flow === undefined) this.collection(value, indent + STEP);
    }
  }

  #leaf(value: unknown, start: string, behind: string, indent: number): void {
    if (typeof value !== 'string' || !isBlockText(value)) {
      this.#line(`${start} ${inlineScalar(value as string, false)}${behind}`);
      return;
    }
    const { header, lines } = literalBlock(value, STEP);
    this.#line(`${start} ${header}${behind}`);
    const inner = ' '.repeat(indent + STEP);
    for (const line of lines) this.#line(line === '' ? '' : inner + line);
    this.#keepsBreaks = header.endsWith('+');
  }

  #flow(tree: Tree, used: number): string | undefined {
    return flowText(tree, this.#comments, WIDTH - used);
  }

  #commentLines(lines: readonly string[] | undefined, indent: number): void {
    for (const line of lines ?? []) {
      if (line === '') this.#emptyLine();
      else this.#line(' '.repeat(indent) + line);
    }
  }

  #emptyLine(): void {
    if (!this.#keepsBreaks && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  #line(line: string): void {
    this.#keepsBreaks = false;
    this.#lines.push(line);
  }
}
