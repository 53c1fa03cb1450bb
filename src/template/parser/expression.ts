import type { Compare, CompareOperator, Concat, Expression } from '../ast.ts';
import type { BinaryOperator } from '../value/arithmetic.ts';
import type { Cursor } from './cursor.ts';
import { parseFilters, parsePostfix } from './postfix.ts';
import { parsePrimary } from './primary.ts';

/** The grammar of expressions, loosest binding first. */

/** An expression, or a tuple if commas follow: `a, b`. `isEnd` tells where a trailing comma may stop. */
export function parseTuple(
  cursor: Cursor,
  options: { readonly withCondition?: boolean; readonly isEnd?: () => boolean } = {},
): Expression {
  const { at } = cursor;
  const parse = () => (options.withCondition === false ? parseOr(cursor) : parseExpression(cursor));
  const first = parse();
  if (!cursor.isOperator(',')) return first;
  const items = [first];
  while (cursor.skipOperator(',')) {
    if (!cursor.current || cursor.isOperator(')') || options.isEnd?.()) break;
    items.push(parse());
  }
  return { kind: 'tuple', items, at };
}

export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => parseConditional(cursor));
}

function parseConditional(cursor: Cursor): Expression {
  let node = parseOr(cursor);
  while (cursor.isName('if')) {
    const { at } = cursor;
    cursor.next();
    const condition = parseOr(cursor);
    const otherwise = cursor.skipName('else') ? parseExpression(cursor) : undefined;
    node = { kind: 'conditional', condition, value: node, otherwise, at };
  }
  return node;
}

function parseOr(cursor: Cursor): Expression {
  return parseLogic(cursor, 'or', () => parseLogic(cursor, 'and', () => parseNot(cursor)));
}

function parseLogic(cursor: Cursor, operator: 'and' | 'or', parseOperand: () => Expression): Expression {
  const first = parseOperand();
  if (!cursor.isName(operator)) return first;
  const { at } = cursor;
  const operands = [first];
  while (cursor.skipName(operator)) operands.push(parseOperand());
  return { kind: 'logic', operator, operands, at };
}

function parseNot(cursor: Cursor): Expression {
  const { at } = cursor;
  if (!cursor.skipName('not')) return parseCompare(cursor);
  return cursor.nested(() => ({ kind: 'unary', operator: 'not', operand: parseNot(cursor), at }));
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function parseCompare(cursor: Cursor): Expression {
  const first = parseSum(cursor);
  const rest: { operator: CompareOperator; operand: Expression; at: number }[] = [];
  for (;;) {
    const { at } = cursor;
    const operator = takeComparison(cursor);
    if (operator === undefined) break;
    rest.push({ operator, operand: parseSum(cursor), at });
  }
  return rest[0] === undefined ? first : ({ kind: 'compare', first, rest, at: rest[0].at } satisfies Compare);
}

function takeComparison(cursor: Cursor): CompareOperator | undefined {
  const token = cursor.current;
  if (token?.kind === 'operator' && COMPARISONS.has(token.text)) {
    cursor.next();
    if (cursor.isOperator('=')) cursor.fail(`'${token.text}=' is not an operator`, `write '${token.text}'`);
    return token.text as CompareOperator;
  }
  if (cursor.skipName('in')) return 'in';
  if (cursor.isName('not') && cursor.isName('in', 1)) {
    cursor.next();
    cursor.next();
    return 'not in';
  }
  return undefined;
}

const parseSum = (cursor: Cursor): Expression => parseBinary(cursor, ['+', '-'], parseConcat);

function parseConcat(cursor: Cursor): Expression {
  const first = parseProduct(cursor);
  if (!cursor.isOperator('~')) return first;
  const { at } = cursor;
  const parts = [first];
  while (cursor.skipOperator('~')) parts.push(parseProduct(cursor));
  return { kind: 'concat', parts, at } satisfies Concat;
}

const parseProduct = (cursor: Cursor): Expression => parseBinary(cursor, ['*', '/', '//', '%'], parsePower);

/** Associates to the left, as Jinja2 does (and Python does not). */
const parsePower = (cursor: Cursor): Expression => parseBinary(cursor, ['**'], parseUnary);

function parseBinary(
  cursor: Cursor,
  operators: readonly BinaryOperator[],
  parseOperand: (cursor: Cursor) => Expression,
): Expression {
  let left = parseOperand(cursor);
  for (let length = 1; ; length++) {
    const { at } = cursor;
    const operator = operators.find(text => cursor.skipOperator(text));
    if (operator === undefined) return left;
    cursor.checkChain(length);
    left = { kind: 'binary', operator, left, right: parseOperand(cursor), at };
  }
}

function parseUnary(cursor: Cursor): Expression {
  return parseFilters(cursor, parseSigned(cursor));
}

/** A sign binds tighter than a filter: `-1 | abs` is `(-1) | abs`. */
function parseSigned(cursor: Cursor): Expression {
  const { at } = cursor;
  for (const operator of ['-', '+'] as const) {
    if (cursor.skipOperator(operator)) {
      const operand = cursor.nested(() => parseSigned(cursor));
      return parsePostfix(cursor, { kind: 'unary', operator, operand, at });
    }
  }
  return parsePostfix(cursor, parsePrimary(cursor));
}
