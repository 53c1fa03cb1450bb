import type { CallArguments, Expression, Parameter } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression } from './expression.ts';

export const NO_CALL_ARGUMENTS: CallArguments = {
  positional: [],
  named: [],
  spread: undefined,
  spreadNamed: undefined,
};

/** `(a, *more, name=b, **named)`. */
export function parseArguments(cursor: Cursor): CallArguments {
  const positional: Expression[] = [];
  const named: { name: string; value: Expression }[] = [];
  let spread: Expression | undefined;
  let spreadNamed: Expression | undefined;
  const misplaced = (): never =>
    cursor.fail('arguments stand in the order: positional, *list, named, **mapping');
  parseList(cursor, () => {
    if (cursor.skipOperator('*')) {
      if (spread || spreadNamed) misplaced();
      spread = parseExpression(cursor);
    } else if (cursor.skipOperator('**')) {
      if (spreadNamed) misplaced();
      spreadNamed = parseExpression(cursor);
    } else if (cursor.current?.kind === 'name' && cursor.isFollowedBy('=')) {
      if (spreadNamed) misplaced();
      const { text: name, at } = cursor.expectName('a name');
      cursor.expectOperator('=');
      if (named.some(other => other.name === name)) {
        cursor.fail(`the argument '${name}' is given twice`, undefined, 'template_syntax', at);
      }
      named.push({ name, value: parseExpression(cursor) });
    } else {
      if (spread || spreadNamed || named.length > 0) misplaced();
      positional.push(parseExpression(cursor));
    }
  });
  return { positional, named, spread, spreadNamed };
}

/** `(a, b=1)` of a macro or a call block. */
export function parseParameters(cursor: Cursor): Parameter[] {
  const parameters: Parameter[] = [];
  parseList(cursor, () => {
    const { text: name, at } = cursor.expectName('the name of a parameter');
    if (parameters.some(other => other.name === name)) {
      cursor.fail(`the parameter '${name}' is declared twice`, undefined, 'template_syntax', at);
    }
    const fallback = cursor.skipOperator('=') ? parseExpression(cursor) : undefined;
    if (!fallback && parameters.at(-1)?.fallback) {
      cursor.fail(
        'a parameter without a default follows one with a default',
        undefined,
        'template_syntax',
        at,
      );
    }
    parameters.push({ name, fallback });
  });
  return parameters;
}

function parseList(cursor: Cursor, parseOne: () => void): void {
  cursor.expectOperator('(');
  for (let first = true; !cursor.skipOperator(')'); first = false) {
    if (!first) {
      cursor.expectOperator(',');
      if (cursor.skipOperator(')')) return;
    }
    parseOne();
  }
}
