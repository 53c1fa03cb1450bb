import type { CallArguments, Expression, Filter, Test } from '../ast.ts';
import { NO_CALL_ARGUMENTS, parseArguments } from './arguments.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression } from './expression.ts';
import { parsePrimary } from './primary.ts';

/** `.name`, `[…]` and `(…)` after an expression. */
export function parsePostfix(cursor: Cursor, expression: Expression): Expression {
  let node = expression;
  for (let length = 1; ; length++) {
    cursor.checkChain(length);
    const { at } = cursor;
    if (cursor.skipOperator('.')) node = parseDot(cursor, node);
    else if (cursor.skipOperator('[')) node = parseSubscript(cursor, node, at);
    else if (cursor.isOperator('(')) node = { kind: 'call', callee: node, args: parseArguments(cursor), at };
    else return node;
  }
}

function parseDot(cursor: Cursor, object: Expression): Expression {
  const token = cursor.current;
  if (token?.kind === 'number') {
    cursor.next();
    return {
      kind: 'item',
      object,
      key: { kind: 'constant', value: token.value, at: token.at },
      at: token.at,
    };
  }
  const name = cursor.expectName('a name after the dot');
  return { kind: 'attribute', object, name: name.text, at: name.at };
}

function parseSubscript(cursor: Cursor, object: Expression, at: number): Expression {
  const start = cursor.isOperator(':') ? undefined : parseExpression(cursor);
  if (start && !cursor.isOperator(':')) {
    if (cursor.isOperator(',')) return parseTupleKey(cursor, object, start, at);
    cursor.expectOperator(']');
    return { kind: 'item', object, key: start, at: start.at };
  }
  cursor.expectOperator(':');
  const bound = () =>
    cursor.isOperator(']') || cursor.isOperator(':') ? undefined : parseExpression(cursor);
  const stop = bound();
  const step = cursor.skipOperator(':') ? bound() : undefined;
  cursor.expectOperator(']');
  return { kind: 'slice', object, start, stop, step, at };
}

function parseTupleKey(cursor: Cursor, object: Expression, first: Expression, at: number): Expression {
  const items = [first];
  while (cursor.skipOperator(',') && !cursor.isOperator(']')) items.push(parseExpression(cursor));
  cursor.expectOperator(']');
  return { kind: 'item', object, key: { kind: 'tuple', items, at }, at };
}

/** `| filter`, `is test` and calls of what they give. */
export function parseFilters(cursor: Cursor, expression: Expression): Expression {
  let node = expression;
  for (let length = 1; ; length++) {
    cursor.checkChain(length);
    const { at } = cursor;
    if (cursor.isOperator('|')) {
      cursor.next();
      node = parseFilter(cursor, node);
    } else if (cursor.skipName('is')) node = parseTest(cursor, node);
    else if (cursor.isOperator('(')) node = { kind: 'call', callee: node, args: parseArguments(cursor), at };
    else return node;
  }
}

/** The filter after a `|`. */
export function parseFilter(cursor: Cursor, target: Expression | undefined): Filter {
  if (cursor.isOperator('|')) cursor.fail("'||' is not an operator", 'write `or`');
  const { at } = cursor;
  const name = parseDottedName(cursor, 'the name of a filter');
  return { kind: 'filter', name, target, args: parseOptionalArguments(cursor), at };
}

const NOT_AN_ARGUMENT: ReadonlySet<string> = new Set(['else', 'or', 'and', 'if', 'in', 'not', 'recursive']);

function parseTest(cursor: Cursor, target: Expression): Test {
  const negated = cursor.skipName('not');
  const { at } = cursor;
  const name = parseDottedName(cursor, 'the name of a test');
  return { kind: 'test', name, negated, target, args: parseTestArguments(cursor), at };
}

/** A test takes one argument without parentheses: `x is divisibleby 3`. */
function parseTestArguments(cursor: Cursor): CallArguments {
  const token = cursor.current;
  if (!token || cursor.isOperator('(')) return parseOptionalArguments(cursor);
  if (cursor.isName('is')) cursor.fail('tests cannot be chained', 'join them: `x is a and x is b`');
  const starts = token.kind !== 'operator' || token.text === '[' || token.text === '{';
  if (!starts || (token.kind === 'name' && NOT_AN_ARGUMENT.has(token.text))) return NO_CALL_ARGUMENTS;
  return { ...NO_CALL_ARGUMENTS, positional: [parsePostfix(cursor, parsePrimary(cursor))] };
}

const parseOptionalArguments = (cursor: Cursor): CallArguments =>
  cursor.isOperator('(') ? parseArguments(cursor) : NO_CALL_ARGUMENTS;

function parseDottedName(cursor: Cursor, what: string): string {
  let name = cursor.expectName(what).text;
  while (cursor.skipOperator('.')) name += `.${cursor.expectName(what).text}`;
  return name;
}
