import type { Body, Call, Expression, Filter, Statement } from '../ast.ts';
import { parseParameters } from './arguments.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression, parseTuple } from './expression.ts';
import { parseFilter } from './postfix.ts';
import { parseTarget } from './target.ts';
import type { TemplateParser } from './template.ts';

type ParseStatement = (cursor: Cursor, parser: TemplateParser, at: number) => Statement;

/** Each reads what follows its name, and its body up to the closing tag. */
export const STATEMENTS: ReadonlyMap<string, ParseStatement> = new Map<string, ParseStatement>([
  ['if', parseIf],
  ['for', parseFor],
  ['set', parseSet],
  ['with', parseWith],
  ['filter', parseFilterBlock],
  ['macro', parseMacro],
  ['call', parseCallBlock],
  ['print', parsePrintStatement],
]);

function parseIf(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const branches: { condition: Expression; body: Body }[] = [];
  let condition = parseTuple(cursor, { withCondition: false });
  cursor.expectEnd();
  for (;;) {
    const { body, end } = parser.parseBody(['elif', 'else', 'endif'], { name: 'if', at });
    branches.push({ condition, body });
    if (end.name === 'elif') condition = parseTuple(end.cursor, { withCondition: false });
    end.cursor.expectEnd();
    if (end.name === 'elif') continue;
    const otherwise = end.name === 'else' ? parseClosed(parser, 'endif', 'if', at) : [];
    return { kind: 'if', branches, otherwise, at };
  }
}

/** The body up to its one closing tag. */
function parseClosed(parser: TemplateParser, endName: string, name: string, at: number): Body {
  const { body, end } = parser.parseBody([endName], { name, at });
  end.cursor.expectEnd();
  return body;
}

function parseFor(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const target = parseTarget(cursor, { withNamespace: false });
  cursor.expectWord('in');
  const source = parseTuple(cursor, { withCondition: false, isEnd: () => cursor.isName('recursive') });
  const condition = cursor.skipName('if') ? parseExpression(cursor) : undefined;
  const recursive = cursor.skipName('recursive');
  cursor.expectEnd();
  const { body, end } = parser.parseBody(['else', 'endfor'], { name: 'for', at });
  end.cursor.expectEnd();
  const otherwise = end.name === 'else' ? parseClosed(parser, 'endfor', 'for', at) : [];
  return { kind: 'for', target, source, condition, recursive, body, otherwise, at };
}

function parseSet(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const target = parseTarget(cursor, { withNamespace: true });
  if (cursor.skipOperator('=')) {
    const value = parseTuple(cursor);
    cursor.expectEnd();
    return { kind: 'set', target, value, at };
  }
  const filter = parseFilterChain(cursor);
  cursor.expectEnd();
  return { kind: 'set-block', target, filter, body: parseClosed(parser, 'endset', 'set', at), at };
}

function parseFilterChain(cursor: Cursor, first?: Filter): Filter | undefined {
  let filter = first;
  while (cursor.skipOperator('|')) filter = parseFilter(cursor, filter);
  return filter;
}

function parseWith(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const bindings: { target: ReturnType<typeof parseTarget>; value: Expression }[] = [];
  while (cursor.current) {
    if (bindings.length > 0) cursor.expectOperator(',');
    const target = parseTarget(cursor, { withNamespace: false });
    cursor.expectOperator('=');
    bindings.push({ target, value: parseExpression(cursor) });
  }
  return { kind: 'with', bindings, body: parseClosed(parser, 'endwith', 'with', at), at };
}

function parseFilterBlock(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const first = parseFilter(cursor, undefined);
  const filter = parseFilterChain(cursor, first) as Filter;
  cursor.expectEnd();
  return { kind: 'filter-block', filter, body: parseClosed(parser, 'endfilter', 'filter', at), at };
}

function parseMacro(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const name = cursor.expectName('the name of the macro').text;
  const parameters = parseParameters(cursor);
  cursor.expectEnd();
  return { kind: 'macro', name, parameters, body: parseClosed(parser, 'endmacro', 'macro', at), at };
}

function parseCallBlock(cursor: Cursor, parser: TemplateParser, at: number): Statement {
  const parameters = cursor.isOperator('(') ? parseParameters(cursor) : [];
  const call = parseExpression(cursor);
  cursor.expectEnd();
  if (call.kind !== 'call')
    return cursor.fail("'call' needs a call of a macro", undefined, 'template_syntax', call.at);
  const body = parseClosed(parser, 'endcall', 'call', at);
  return { kind: 'call-block', call: call satisfies Call, parameters, body, at };
}

function parsePrintStatement(cursor: Cursor, _parser: TemplateParser, at: number): Statement {
  const value = parseTuple(cursor);
  cursor.expectEnd();
  return { kind: 'print', value, at };
}
