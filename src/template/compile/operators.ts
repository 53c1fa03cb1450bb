import type { Binary, Compare, CompareOperator, Concat, Conditional, Logic, Unary } from '../ast.ts';
import type { Meter } from '../budget.ts';
import { BINARY, negate, plus } from '../value/arithmetic.ts';
import { contains } from '../value/contains.ts';
import { isEqual } from '../value/equality.ts';
import { compare } from '../value/order.ts';
import { toText } from '../value/text.ts';
import { isTrue } from '../value/truth.ts';
import type { Value } from '../value/value.ts';
import type { Compiler, Evaluate } from './compiler.ts';
import { compileExpression } from './expression.ts';
import { definedIfStrict, failUndefined } from './undefined.ts';

export function compileUnary(node: Unary, compiler: Compiler): Evaluate {
  const operand = compileExpression(node.operand, compiler);
  if (node.operator === 'not') return runtime => !isTrue(operand(runtime));
  const apply = node.operator === '-' ? negate : plus;
  return runtime => {
    const value = operand(runtime);
    if (value === undefined) failUndefined(node.operand, compiler, runtime);
    runtime.at = node;
    return apply(value);
  };
}

export function compileBinary(node: Binary, compiler: Compiler): Evaluate {
  const left = compileExpression(node.left, compiler);
  const right = compileExpression(node.right, compiler);
  const apply = BINARY[node.operator];
  /** Text may be formatted with undefined values: they print as nothing. */
  const takesUndefined = node.operator === '%';
  return runtime => {
    const a = left(runtime);
    const b = right(runtime);
    if (a === undefined) failUndefined(node.left, compiler, runtime);
    if (b === undefined && !(takesUndefined && typeof a === 'string'))
      failUndefined(node.right, compiler, runtime);
    runtime.at = node;
    return apply(a, b, runtime);
  };
}

export function compileConcat(node: Concat, compiler: Compiler): Evaluate {
  const parts = node.parts.map(part => definedIfStrict(part, compiler, compileExpression(part, compiler)));
  return runtime => {
    let text = '';
    for (const part of parts) {
      const value = part(runtime);
      runtime.at = node;
      text += toText(value, runtime);
    }
    runtime.produce(text.length);
    return text;
  };
}

type Comparison = (a: Value, b: Value, meter: Meter) => boolean;

const COMPARISONS: Readonly<Record<CompareOperator, Comparison>> = {
  '==': isEqual,
  '!=': (a, b, meter) => !isEqual(a, b, meter),
  '<': (a, b, meter) => compare(a, b, '<', meter) < 0,
  '<=': (a, b, meter) => compare(a, b, '<=', meter) <= 0,
  '>': (a, b, meter) => compare(a, b, '>', meter) > 0,
  '>=': (a, b, meter) => compare(a, b, '>=', meter) >= 0,
  in: (a, b, meter) => contains(b, a, meter),
  'not in': (a, b, meter) => !contains(b, a, meter),
};

const ORDERING: ReadonlySet<CompareOperator> = new Set<CompareOperator>(['<', '<=', '>', '>=']);

export function compileCompare(node: Compare, compiler: Compiler): Evaluate {
  const operand = (of: Compare['first']) => definedIfStrict(of, compiler, compileExpression(of, compiler));
  const first = operand(node.first);
  const rest = node.rest.map((part, i) => {
    const test = COMPARISONS[part.operator];
    const left = i === 0 ? node.first : node.rest[i - 1]!.operand;
    const right = operand(part.operand);
    if (!ORDERING.has(part.operator)) return { test, right };
    const ordered: Comparison = (a, b, meter) => {
      const runtime = meter as Parameters<Evaluate>[0];
      if (a === undefined) failUndefined(left, compiler, runtime);
      if (b === undefined) failUndefined(part.operand, compiler, runtime);
      return test(a, b, meter);
    };
    return { test: ordered, right };
  });
  const [only] = rest;
  if (rest.length === 1 && only) return compileComparison(node, first, only.test, only.right);
  return runtime => {
    let left = first(runtime);
    for (const { test, right } of rest) {
      const value = right(runtime);
      runtime.at = node;
      if (!test(left, value, runtime)) return false;
      left = value;
    }
    return true;
  };
}

/** By far the most common case, `a == b`, without the loop of a chain. */
function compileComparison(node: Compare, left: Evaluate, test: Comparison, right: Evaluate): Evaluate {
  return runtime => {
    const a = left(runtime);
    const b = right(runtime);
    runtime.at = node;
    return test(a, b, runtime);
  };
}

export function compileLogic(node: Logic, compiler: Compiler): Evaluate {
  const operands = node.operands.map(operand => compileExpression(operand, compiler));
  const stopsAt = node.operator === 'or';
  return runtime => {
    let value: Value;
    for (const operand of operands) {
      value = operand(runtime);
      if (isTrue(value) === stopsAt) return value;
    }
    return value;
  };
}

export function compileConditional(node: Conditional, compiler: Compiler): Evaluate {
  const condition = compileExpression(node.condition, compiler);
  const value = compileExpression(node.value, compiler);
  const otherwise = node.otherwise && compileExpression(node.otherwise, compiler);
  return runtime => (isTrue(condition(runtime)) ? value(runtime) : otherwise?.(runtime));
}
