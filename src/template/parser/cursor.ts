import { TemplateError } from '../error.ts';
import type { TemplateErrorCode } from '../error-codes.ts';
import type { Token } from '../lexer/token.ts';

/** Expressions nested deeper than this are not written by people and would exhaust the stack. */
const MAX_NESTING = 120;
/** Operators in a row (`a + b + …`) nest in the tree without nesting in the source. */
const MAX_CHAIN = 1000;

/** Reads the tokens of one segment, with the questions a parser asks. */
export class Cursor {
  readonly source: string;
  readonly #tokens: readonly Token[];
  /** Offset just behind the last token, where "something is missing" errors point. */
  readonly #end: number;
  #index = 0;
  #nesting = 0;

  constructor(source: string, tokens: readonly Token[], end: number) {
    this.source = source;
    this.#tokens = tokens;
    this.#end = end;
  }

  get current(): Token | undefined {
    return this.#tokens[this.#index];
  }

  get at(): number {
    return this.current?.at ?? this.#end;
  }

  next(): Token | undefined {
    const token = this.current;
    if (token) this.#index++;
    return token;
  }

  isOperator(text: string): boolean {
    return this.current?.kind === 'operator' && this.current.text === text;
  }

  isName(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#index + ahead];
    return token?.kind === 'name' && token.text === text;
  }

  isFollowedBy(operator: string): boolean {
    const token = this.#tokens[this.#index + 1];
    return token?.kind === 'operator' && token.text === operator;
  }

  skipOperator(text: string): boolean {
    const found = this.isOperator(text);
    if (found) this.#index++;
    return found;
  }

  skipName(text: string): boolean {
    const found = this.isName(text);
    if (found) this.#index++;
    return found;
  }

  expectOperator(text: string): void {
    if (!this.skipOperator(text)) this.fail(`expected '${text}', found ${this.describe()}`);
  }

  expectName(what: string): { readonly text: string; readonly at: number } {
    const token = this.current;
    if (token?.kind !== 'name') return this.fail(`expected ${what}, found ${this.describe()}`);
    this.#index++;
    return token;
  }

  expectWord(word: string): void {
    if (!this.skipName(word)) this.fail(`expected '${word}', found ${this.describe()}`);
  }

  expectEnd(): void {
    if (this.current) this.fail(`${this.describe()} does not belong here`, endHint(this.current));
  }

  /** The token at hand in words. Literals are not repeated: they may hold what must not be logged. */
  describe(): string {
    const token = this.current;
    if (!token) return 'the end of the expression';
    if (token.kind === 'string') return 'a string';
    return token.kind === 'number' ? 'a number' : `'${token.text}'`;
  }

  nested<T>(parse: () => T): T {
    if (++this.#nesting > MAX_NESTING) {
      this.fail(
        `the expression is nested more than ${MAX_NESTING} deep`,
        'split it with {% set %}',
        'template_budget',
      );
    }
    const result = parse();
    this.#nesting--;
    return result;
  }

  checkChain(length: number): void {
    if (length > MAX_CHAIN) {
      this.fail(
        `more than ${MAX_CHAIN} operators in a row`,
        'use a list and a filter such as `sum` or `join`',
        'template_budget',
      );
    }
  }

  fail(problem: string, hint?: string, code: TemplateErrorCode = 'template_syntax', offset = this.at): never {
    throw new TemplateError(code, problem, hint, { source: this.source, offset });
  }
}

function endHint(token: Token): string | undefined {
  if (token.kind === 'operator' && token.text === '=') return 'compare with `==`';
  if (token.kind === 'operator' && token.text === '|') return 'write `or` between conditions';
  return token.kind === 'operator' ? undefined : 'join values with `~`, or text with a filter `|`';
}
