import { TemplateError } from '../error.ts';
import { makeFloat, makeInteger } from '../value/number.ts';
import { unescapeString } from './string-literal.ts';
import type { Token } from './token.ts';

const WHITESPACE = /\s*/y;
const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const FLOAT = /\d+(?:_\d+)*(?:(?:\.\d+(?:_\d+)*)?[eE][+-]?\d+(?:_\d+)*|\.\d+(?:_\d+)*)/y;
const INTEGER = /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\da-fA-F])+|[1-9](?:_?\d)*|0(?:_?0)*/y;
const STRING = /'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"/y;
const OPERATOR = /\*\*|\/\/|==|!=|<=|>=|[-+*/%~<>=(){}[\].,:|;]/y;

/** More tokens than a person writes, and as many as the parser is meant to see. */
const MAX_DIGITS = 4300;

const HINTS: Readonly<Record<string, string>> = {
  '&': 'write `and`',
  '!': 'write `not`',
  '?': 'write `a if condition else b`',
  '`': 'write \'…\' or "…" around text',
  $: 'variables have no sigil: write the bare name',
};

/**
 * The tokens from `start` up to the closing delimiter (`}}` or `%}`), or to the end of the source if
 * there is no delimiter. A delimiter inside brackets belongs to the expression: `{{ {'a': {}} }}`.
 */
export class ExpressionLexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #offset: number;
  #open: { readonly bracket: string; readonly at: number }[] = [];

  constructor(source: string, start: number) {
    this.#source = source;
    this.#offset = start;
  }

  /** `trim` tells whether the delimiter was written with `-`, `next` where the text after it starts. */
  readUntil(
    delimiter: '}}' | '%}',
    opened: number,
  ): { tokens: Token[]; end: number; next: number; trim: boolean } {
    for (;;) {
      this.#skipWhitespace();
      const end = this.#offset;
      if (this.#open.length === 0) {
        const sign = this.#source[end];
        const signed = sign === '-' || (sign === '+' && delimiter === '%}');
        if (signed && this.#source.startsWith(delimiter, end + 1)) {
          return { tokens: this.#tokens, end, next: end + 3, trim: sign === '-' };
        }
        if (this.#source.startsWith(delimiter, end)) {
          return { tokens: this.#tokens, end, next: end + 2, trim: false };
        }
      }
      if (end >= this.#source.length) this.#unclosed(delimiter, opened);
      this.#readToken();
    }
  }

  readAll(): Token[] {
    for (this.#skipWhitespace(); this.#offset < this.#source.length; this.#skipWhitespace())
      this.#readToken();
    const open = this.#open.at(-1);
    if (open) this.#fail(`'${open.bracket}' is never closed`, undefined, open.at);
    return this.#tokens;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#source);
  }

  #skipWhitespace(): void {
    this.#offset += this.#match(WHITESPACE)?.[0].length ?? 0;
  }

  #readToken(): void {
    if (this.#readNumber() || this.#readName() || this.#readString() || this.#readOperator()) return;
    const char = String.fromCodePoint(this.#source.codePointAt(this.#offset) as number);
    if (char === '"' || char === "'") this.#fail('a string is never closed', `end it with ${char}`);
    this.#fail(`'${char}' is not part of the language`, HINTS[char]);
  }

  #readNumber(): boolean {
    const afterDot = this.#tokens.at(-1)?.kind === 'operator' && this.#tokens.at(-1)?.text === '.';
    const float = afterDot ? null : this.#match(FLOAT);
    const match = float ?? this.#match(INTEGER);
    if (!match) return false;
    const [text] = match;
    const digits = text.replaceAll('_', '');
    if (digits.length > MAX_DIGITS) this.#fail('a number has too many digits');
    this.#push({
      kind: 'number',
      value: float ? makeFloat(Number(digits)) : makeInteger(BigInt(digits)),
      text,
      ...this.#advance(text.length),
    });
    return true;
  }

  #readName(): boolean {
    const match = this.#match(NAME);
    if (!match) return false;
    this.#push({ kind: 'name', text: match[0], ...this.#advance(match[0].length) });
    return true;
  }

  #readString(): boolean {
    const match = this.#match(STRING);
    if (!match) return false;
    const place = { source: this.#source, offset: this.#offset };
    const text = unescapeString(match[1] ?? match[2] ?? '', place);
    this.#push({ kind: 'string', text, ...this.#advance(match[0].length) });
    return true;
  }

  #readOperator(): boolean {
    const match = this.#match(OPERATOR);
    if (!match) return false;
    const [text] = match;
    this.#balance(text);
    this.#push({ kind: 'operator', text, ...this.#advance(text.length) });
    return true;
  }

  #balance(text: string): void {
    if (text === '(' || text === '[' || text === '{') {
      this.#open.push({ bracket: text, at: this.#offset });
      return;
    }
    const opening = CLOSES[text];
    if (opening === undefined) return;
    const open = this.#open.pop();
    if (open?.bracket === opening) return;
    this.#fail(
      open ? `'${text}' does not close the '${open.bracket}' before it` : `'${text}' closes nothing`,
    );
  }

  #advance(length: number): { at: number; end: number } {
    const at = this.#offset;
    this.#offset += length;
    return { at, end: this.#offset };
  }

  #push(token: Token): void {
    this.#tokens.push(token);
  }

  #unclosed(delimiter: string, opened: number): never {
    const open = this.#open.at(-1);
    if (open) this.#fail(`'${open.bracket}' is never closed`, undefined, open.at);
    return this.#fail(
      `'${delimiter === '}}' ? '{{' : '{%'}' is never closed`,
      `end it with '${delimiter}'`,
      opened,
    );
  }

  #fail(problem: string, hint?: string, offset = this.#offset): never {
    throw new TemplateError('template_syntax', problem, hint, { source: this.#source, offset });
  }
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
