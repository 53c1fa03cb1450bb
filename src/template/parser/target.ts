import type { Target } from '../ast.ts';
import type { Cursor } from './cursor.ts';

const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

/** What stands before `=` or `in`: `a`, `a, b`, `(a, (b, c))` or, for `set`, `namespace.attribute`. */
export function parseTarget(cursor: Cursor, options: { readonly withNamespace: boolean }): Target {
  const { at } = cursor;
  if (options.withNamespace && cursor.isFollowedBy('.')) {
    const name = cursor.expectName('a name').text;
    cursor.expectOperator('.');
    return { kind: 'namespace', name, attribute: cursor.expectName('a name after the dot').text, at };
  }
  const first = parseSingleTarget(cursor);
  if (!cursor.isOperator(',')) return first;
  const targets = [first];
  while (cursor.skipOperator(',')) {
    if (cursor.current?.kind !== 'name' && !cursor.isOperator('(')) break;
    if (cursor.isName('in')) break;
    targets.push(parseSingleTarget(cursor));
  }
  return { kind: 'tuple', targets, at };
}

function parseSingleTarget(cursor: Cursor): Target {
  const { at } = cursor;
  if (cursor.skipOperator('(')) {
    const inner = cursor.nested(() => parseTarget(cursor, { withNamespace: false }));
    cursor.expectOperator(')');
    return inner;
  }
  const name = cursor.expectName('a name to assign to').text;
  if (CONSTANTS.has(name))
    cursor.fail(`'${name}' is a constant and cannot be assigned`, undefined, 'template_syntax', at);
  return { kind: 'name', name, at };
}
