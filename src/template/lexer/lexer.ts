import { TemplateError } from '../error.ts';
import { ExpressionLexer } from './expression.ts';
import type { Segment } from './token.ts';

const OPENING = /\{[{%#]/g;
const RAW = /\s*raw\s*(-?)%\}/y;
const END_RAW = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;

/** Splits a template into its segments. Offsets stay those of the source as written. */
export function tokenize(source: string): Segment[] {
  return new Lexer(source).run();
}

/** Whether a text has any template syntax at all. */
export function hasTemplateSyntax(source: string): boolean {
  return source.includes('{{') || source.includes('{%') || source.includes('{#');
}

class Lexer {
  readonly #source: string;
  readonly #segments: Segment[] = [];
  #offset = 0;
  /** Whether the tag before the text at hand was closed with `-`. */
  #trimStart = false;

  constructor(source: string) {
    this.#source = source;
  }

  run(): Segment[] {
    for (;;) {
      OPENING.lastIndex = this.#offset;
      const opening = OPENING.exec(this.#source);
      if (!opening) break;
      const at = opening.index;
      const sign = this.#source[at + 2];
      this.#pushText(at, sign === '-');
      this.#readTag(opening[0], at, at + 2 + (sign === '-' || sign === '+' ? 1 : 0));
    }
    this.#pushText(withoutFinalNewline(this.#source), false);
    return this.#segments;
  }

  #readTag(opening: string, at: number, inside: number): void {
    if (opening === '{#') {
      this.#skipComment(at, inside);
      return;
    }
    if (opening === '{%' && this.#readRaw(at, inside)) return;
    const isPrint = opening === '{{';
    const start = isPrint && this.#source[at + 2] === '+' ? at + 2 : inside;
    const lexer = new ExpressionLexer(this.#source, start);
    const { tokens, end, next, trim } = lexer.readUntil(isPrint ? '}}' : '%}', at);
    this.#segments.push({ kind: isPrint ? 'print' : 'statement', tokens, at, end });
    this.#offset = next;
    this.#trimStart = trim;
  }

  #skipComment(at: number, inside: number): void {
    const end = this.#source.indexOf('#}', inside);
    if (end === -1) this.#fail("'{#' is never closed", "end it with '#}'", at);
    this.#trimStart = this.#source[end - 1] === '-';
    this.#offset = end + 2;
  }

  #readRaw(at: number, inside: number): boolean {
    RAW.lastIndex = inside;
    const begin = RAW.exec(this.#source);
    if (!begin) return false;
    END_RAW.lastIndex = RAW.lastIndex;
    const end = END_RAW.exec(this.#source);
    if (!end) this.#fail("'{% raw %}' is never closed", "end it with '{% endraw %}'", at);
    this.#offset = RAW.lastIndex;
    this.#trimStart = begin[1] === '-';
    this.#pushText(end.index, end[1] === '-');
    this.#offset = END_RAW.lastIndex;
    this.#trimStart = end[2] === '-';
    return true;
  }

  #pushText(end: number, trimEnd: boolean): void {
    let text = this.#source.slice(this.#offset, Math.max(end, this.#offset));
    const at = this.#offset;
    if (this.#trimStart) text = text.trimStart();
    if (trimEnd) text = text.trimEnd();
    this.#trimStart = false;
    if (text !== '') this.#segments.push({ kind: 'text', text: text.replace(/\r\n?/g, '\n'), at });
  }

  #fail(problem: string, hint: string, offset: number): never {
    throw new TemplateError('template_syntax', problem, hint, { source: this.#source, offset });
  }
}

/** Jinja2 drops one newline at the very end, so that a block scalar does not add one. */
function withoutFinalNewline(source: string): number {
  if (source.endsWith('\r\n')) return source.length - 2;
  return source.endsWith('\n') || source.endsWith('\r') ? source.length - 1 : source.length;
}
