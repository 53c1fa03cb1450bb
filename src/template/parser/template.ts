import { nearestName } from '../../common/nearest-name.ts';
import type { Body, Expression, Statement } from '../ast.ts';
import { ExpressionLexer } from '../lexer/expression.ts';
import { tokenize } from '../lexer/lexer.ts';
import type { Segment } from '../lexer/token.ts';
import { Cursor } from './cursor.ts';
import { parseTuple } from './expression.ts';
import { STATEMENTS } from './statements.ts';

/** Blocks inside blocks, such as an `if` in a `for`. */
const MAX_BLOCKS = 60;

export function parseTemplate(source: string): Body {
  return new TemplateParser(source).parse();
}

/** A bare expression without delimiters, as conditions may be written. */
export function parseBareExpression(source: string): Expression {
  const cursor = new Cursor(source, new ExpressionLexer(source, 0).readAll(), source.length);
  const expression = parseTuple(cursor);
  cursor.expectEnd();
  return expression;
}

/** The tag that ended a body, with its remaining tokens still to be read. */
export interface EndTag {
  readonly name: string;
  readonly cursor: Cursor;
}

export class TemplateParser {
  readonly #source: string;
  readonly #segments: readonly Segment[];
  #index = 0;
  #blocks = 0;

  constructor(source: string) {
    this.#source = source;
    this.#segments = tokenize(source);
  }

  parse(): Body {
    return this.#parseStatements([], undefined).body;
  }

  /** The statements up to one of the tags `ends`, which closes (or continues) the tag `opened`. */
  parseBody(
    ends: readonly string[],
    opened: { readonly name: string; readonly at: number },
  ): { body: Body; end: EndTag } {
    if (++this.#blocks > MAX_BLOCKS) {
      this.#cursor([], opened.at).fail(
        `blocks are nested more than ${MAX_BLOCKS} deep`,
        undefined,
        'template_budget',
      );
    }
    const { body, end } = this.#parseStatements(ends, opened);
    this.#blocks--;
    return { body, end: end as EndTag };
  }

  #parseStatements(
    ends: readonly string[],
    opened: { readonly name: string; readonly at: number } | undefined,
  ): { body: Body; end: EndTag | undefined } {
    const body: Statement[] = [];
    for (;;) {
      const segment = this.#segments[this.#index++];
      if (!segment) {
        if (opened) this.#unclosed(ends, opened);
        return { body, end: undefined };
      }
      if (segment.kind === 'text') body.push(segment);
      else {
        const cursor = this.#cursor(segment.tokens, segment.end);
        if (segment.kind === 'print') body.push(parsePrint(cursor, segment.at));
        else {
          const { text: name, at } = cursor.expectName('the name of a statement');
          if (ends.includes(name)) return { body, end: { name, cursor } };
          body.push(this.#parseStatement(name, at, cursor));
        }
      }
    }
  }

  #parseStatement(name: string, at: number, cursor: Cursor): Statement {
    const parse = STATEMENTS.get(name);
    if (parse) return parse(cursor, this, at);
    if (name.startsWith('end') || name === 'else' || name === 'elif') {
      return cursor.fail(`'${name}' closes nothing that is open here`, undefined, 'template_syntax', at);
    }
    const near = nearestName(name, STATEMENTS.keys());
    const hint = MISSING_STATEMENTS.get(name) ?? (near && `did you mean '${near}'?`);
    return cursor.fail(`there is no statement '${name}'`, hint, 'template_unknown_tag', at);
  }

  #cursor(tokens: Parameters<typeof cursorOf>[1], end: number): Cursor {
    return cursorOf(this.#source, tokens, end);
  }

  #unclosed(ends: readonly string[], opened: { readonly name: string; readonly at: number }): never {
    const hint = `end it with {% ${ends.at(-1)} %}`;
    return this.#cursor([], opened.at).fail(`'${opened.name}' is never closed`, hint);
  }
}

const cursorOf = (source: string, tokens: ConstructorParameters<typeof Cursor>[1], end: number) =>
  new Cursor(source, tokens, end);

function parsePrint(cursor: Cursor, at: number): Statement {
  const value = parseTuple(cursor);
  cursor.expectEnd();
  return { kind: 'print', value, at };
}

/** Statements of Jinja2 that make no sense for one string, and what to write instead. */
const MISSING_STATEMENTS: ReadonlyMap<string, string> = new Map([
  ['do', 'write {% set _ = … %}'],
  ['break', 'filter the loop: {% for x in items if … %}'],
  ['continue', 'filter the loop: {% for x in items if … %}'],
  ['include', 'a template is one string here: write the text in place'],
  ['import', 'a template is one string here: define the macro in it'],
  ['from', 'a template is one string here: define the macro in it'],
  ['extends', 'a template is one string here: there is nothing to extend'],
  ['block', 'a template is one string here: write the text in place'],
]);
