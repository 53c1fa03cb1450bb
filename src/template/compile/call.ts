import { nearestName } from '../../common/nearest-name.ts';
import type { Call, CallArguments, Expression, Filter, Test } from '../ast.ts';
import type { Builtin, Registry } from '../builtin.ts';
import { TemplateError, typeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { type Arguments, Callable, NO_ARGUMENTS } from '../value/callable.ts';
import { expectMapping, expectText } from '../value/expect.ts';
import { arrayOf } from '../value/iterate.ts';
import { typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import { isTrue } from '../value/truth.ts';
import type { Value } from '../value/value.ts';
import type { Compiler, Evaluate } from './compiler.ts';
import { compileExpression } from './expression.ts';
import { failUndefined } from './undefined.ts';

export function compileCall(node: Call, compiler: Compiler): Evaluate {
  const callee = compileExpression(node.callee, compiler);
  const args = compileArguments(node.args, compiler);
  return runtime => {
    const target = callee(runtime);
    if (target === undefined) failUndefined(node.callee, compiler, runtime);
    const given = args(runtime);
    runtime.at = node;
    return callValue(target, given, runtime);
  };
}

export function callValue(target: Value, args: Arguments, runtime: Runtime): Value {
  if (!(target instanceof Callable)) {
    return typeError(`a value of type ${typeName(target)} cannot be called`, 'remove the parentheses');
  }
  runtime.step();
  runtime.descend();
  const result = target.call(args, runtime);
  runtime.ascend();
  return result;
}

/** The text a `filter` or `set` block hands to its first filter is passed in as the target. */
export function compileFilter(node: Filter, compiler: Compiler, blockText?: Evaluate): Evaluate {
  const filter = find(node.name, compiler.vocabulary.filters, 'filter', node, compiler);
  const target = compileTarget(node.target, compiler, blockText);
  const args = compileArguments(node.args, compiler);
  return runtime => {
    const value = target(runtime);
    const given = args(runtime);
    runtime.at = node;
    runtime.step();
    return filter.call(value, given, runtime);
  };
}

function compileTarget(
  target: Expression | undefined,
  compiler: Compiler,
  blockText: Evaluate | undefined,
): Evaluate {
  if (target?.kind === 'filter') return compileFilter(target, compiler, blockText);
  if (target) return compileExpression(target, compiler);
  return blockText ?? (() => undefined);
}

export function compileTest(node: Test, compiler: Compiler): Evaluate {
  const test = find(node.name, compiler.vocabulary.tests, 'test', node, compiler);
  const target = compileExpression(node.target, compiler);
  const args = compileArguments(node.args, compiler);
  const { negated } = node;
  return runtime => {
    const value = target(runtime);
    const given = args(runtime);
    runtime.at = node;
    runtime.step();
    return isTrue(test.call(value, given, runtime)) !== negated;
  };
}

function find(
  name: string,
  registry: Registry,
  what: 'filter' | 'test',
  node: Expression,
  compiler: Compiler,
): Builtin {
  const found = registry.get(name);
  if (found) return found;
  const near = nearestName(name, registry.keys());
  throw new TemplateError(
    what === 'filter' ? 'template_unknown_filter' : 'template_unknown_test',
    `there is no ${what} '${name}'`,
    near && `did you mean '${near}'?`,
    { source: compiler.source, offset: node.at },
  );
}

export function compileArguments(args: CallArguments, compiler: Compiler): (runtime: Runtime) => Arguments {
  const positional = args.positional.map(arg => compileExpression(arg, compiler));
  const named = args.named.map(({ name, value }) => [name, compileExpression(value, compiler)] as const);
  const spread = args.spread && compileExpression(args.spread, compiler);
  const spreadNamed = args.spreadNamed && compileExpression(args.spreadNamed, compiler);
  if (positional.length === 0 && named.length === 0 && !spread && !spreadNamed) return () => NO_ARGUMENTS;
  if (named.length === 0 && !spread && !spreadNamed) {
    return runtime => ({ positional: positional.map(arg => arg(runtime)), named: NO_ARGUMENTS.named });
  }
  return runtime => {
    const values = positional.map(arg => arg(runtime));
    if (spread) for (const value of arrayOf(spread(runtime), runtime)) values.push(value);
    const byName = new Map<string, Value>();
    for (const [name, value] of named) byName.set(name, value(runtime));
    if (spreadNamed) {
      for (const [name, value] of entriesOf(expectMapping(spreadNamed(runtime), 'what follows **'))) {
        byName.set(expectText(name, 'the name of an argument'), value);
      }
    }
    return { positional: values, named: byName };
  };
}
