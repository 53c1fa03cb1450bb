import { assertNever } from '../../common/assert-never.ts';
import type { DictLiteral, Expression } from '../ast.ts';
import { makeDict } from '../value/mapping.ts';
import { ownList } from '../value/owned.ts';
import { Tuple } from '../value/value.ts';
import { compileAttribute, compileItem, compileName, compileSlice } from './access.ts';
import { compileCall, compileFilter, compileTest } from './call.ts';
import type { Compiler, Evaluate } from './compiler.ts';
import {
  compileBinary,
  compileCompare,
  compileConcat,
  compileConditional,
  compileLogic,
  compileUnary,
} from './operators.ts';

export function compileExpression(node: Expression, compiler: Compiler): Evaluate {
  switch (node.kind) {
    case 'constant': {
      const { value } = node;
      return () => value;
    }
    case 'name':
      return compileName(node, compiler);
    case 'attribute':
      return compileAttribute(node, compiler);
    case 'item':
      return compileItem(node, compiler);
    case 'slice':
      return compileSlice(node, compiler);
    case 'call':
      return compileCall(node, compiler);
    case 'filter':
      return compileFilter(node, compiler);
    case 'test':
      return compileTest(node, compiler);
    case 'unary':
      return compileUnary(node, compiler);
    case 'binary':
      return compileBinary(node, compiler);
    case 'concat':
      return compileConcat(node, compiler);
    case 'compare':
      return compileCompare(node, compiler);
    case 'logic':
      return compileLogic(node, compiler);
    case 'conditional':
      return compileConditional(node, compiler);
    case 'list': {
      const items = node.items.map(item => compileExpression(item, compiler));
      return runtime => ownList(items.map(item => item(runtime)));
    }
    case 'tuple': {
      const items = node.items.map(item => compileExpression(item, compiler));
      return runtime => Tuple.of_(items.map(item => item(runtime)));
    }
    case 'dict':
      return compileDict(node, compiler);
    default:
      return assertNever(node, 'expression');
  }
}

function compileDict(node: DictLiteral, compiler: Compiler): Evaluate {
  const entries = node.entries.map(
    ({ key, value }) => [compileExpression(key, compiler), compileExpression(value, compiler)] as const,
  );
  return runtime => {
    const made = entries.map(([key, value]) => [key(runtime), value(runtime)] as const);
    runtime.at = node;
    return makeDict(made);
  };
}
