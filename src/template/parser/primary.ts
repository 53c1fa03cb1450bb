import type { DictLiteral, Expression } from '../ast.ts';
import type { Value } from '../value/value.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression, parseTuple } from './expression.ts';

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not', 'if', 'else', 'in', 'is']);

/** Names, literals and what stands in brackets. */
export function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.current;
  if (!token) return cursor.fail('expected an expression, found nothing');
  if (token.kind === 'name') return parseName(cursor, token.text);
  if (token.kind === 'string') return parseString(cursor);
  cursor.next();
  if (token.kind === 'number') return { kind: 'constant', value: token.value, at: token.at };
  if (token.text === '(') return parseParentheses(cursor, token.at);
  if (token.text === '[') return { kind: 'list', items: parseItems(cursor, ']'), at: token.at };
  if (token.text === '{') return parseDict(cursor, token.at);
  return cursor.fail(`expected an expression, found '${token.text}'`, undefined, 'template_syntax', token.at);
}

function parseName(cursor: Cursor, name: string): Expression {
  const { at } = cursor;
  if (RESERVED.has(name)) cursor.fail(`expected an expression, found '${name}'`);
  cursor.next();
  const constant = CONSTANTS.get(name);
  return constant === undefined ? { kind: 'name', name, at } : { kind: 'constant', value: constant, at };
}

/** Strings side by side are one string. */
function parseString(cursor: Cursor): Expression {
  const { at } = cursor;
  let value = '';
  while (cursor.current?.kind === 'string') {
    value += cursor.current.text;
    cursor.next();
  }
  return { kind: 'constant', value, at };
}

function parseParentheses(cursor: Cursor, at: number): Expression {
  if (cursor.skipOperator(')')) return { kind: 'tuple', items: [], at };
  const inside = cursor.nested(() => parseTuple(cursor));
  cursor.expectOperator(')');
  return inside;
}

function parseItems(cursor: Cursor, close: string): Expression[] {
  const items: Expression[] = [];
  while (!cursor.skipOperator(close)) {
    if (items.length > 0) {
      cursor.expectOperator(',');
      if (cursor.skipOperator(close)) break;
    }
    items.push(parseExpression(cursor));
  }
  return items;
}

function parseDict(cursor: Cursor, at: number): DictLiteral {
  const entries: { key: Expression; value: Expression }[] = [];
  while (!cursor.skipOperator('}')) {
    if (entries.length > 0) {
      cursor.expectOperator(',');
      if (cursor.skipOperator('}')) break;
    }
    const key = parseExpression(cursor);
    cursor.expectOperator(':');
    entries.push({ key, value: parseExpression(cursor) });
  }
  return { kind: 'dict', entries, at };
}
