import { assertNever } from '../common/assert-never.ts';
import type { CallArguments, Expression } from './ast.ts';

/** The expressions directly inside an expression. */
export function* childrenOf(node: Expression): Iterable<Expression> {
  switch (node.kind) {
    case 'constant':
    case 'name':
      return;
    case 'attribute':
      yield node.object;
      return;
    case 'item':
      yield node.object;
      yield node.key;
      return;
    case 'slice':
      yield node.object;
      for (const bound of [node.start, node.stop, node.step]) if (bound) yield bound;
      return;
    case 'call':
      yield node.callee;
      yield* argumentsOf(node.args);
      return;
    case 'filter':
    case 'test':
      if (node.target) yield node.target;
      yield* argumentsOf(node.args);
      return;
    case 'unary':
      yield node.operand;
      return;
    case 'binary':
      yield node.left;
      yield node.right;
      return;
    case 'concat':
      yield* node.parts;
      return;
    case 'compare':
      yield node.first;
      for (const { operand } of node.rest) yield operand;
      return;
    case 'logic':
      yield* node.operands;
      return;
    case 'conditional':
      yield node.condition;
      yield node.value;
      if (node.otherwise) yield node.otherwise;
      return;
    case 'list':
    case 'tuple':
      yield* node.items;
      return;
    case 'dict':
      for (const { key, value } of node.entries) {
        yield key;
        yield value;
      }
      return;
    default:
      assertNever(node, 'expression');
  }
}

function* argumentsOf(args: CallArguments): Iterable<Expression> {
  yield* args.positional;
  for (const { value } of args.named) yield value;
  if (args.spread) yield args.spread;
  if (args.spreadNamed) yield args.spreadNamed;
}
