import { nearestName } from '../../common/nearest-name.ts';
import type { Expression } from '../ast.ts';
import { fail } from '../error.ts';
import { methodNames } from '../methods/index.ts';
import type { Runtime } from '../runtime.ts';
import { knownNames } from '../value/attribute.ts';
import type { Value } from '../value/value.ts';
import { describePath } from './access.ts';
import type { Compiler, Evaluate } from './compiler.ts';
import { compileExpression } from './expression.ts';

/** `evaluate`, but an undefined result is an error that names what is not there. */
export function defined(node: Expression, compiler: Compiler, evaluate: Evaluate): Evaluate {
  return runtime => {
    const value = evaluate(runtime);
    return value === undefined ? failUndefined(node, compiler, runtime) : value;
  };
}

/** As `defined` in strict mode; otherwise undefined may pass. */
export function definedIfStrict(node: Expression, compiler: Compiler, evaluate: Evaluate): Evaluate {
  return compiler.vocabulary.strict ? defined(node, compiler, evaluate) : evaluate;
}

/** Says which part of the expression is missing, and what the writer may have meant. */
export function failUndefined(node: Expression, compiler: Compiler, runtime: Runtime): never {
  const missing = firstMissing(node, compiler, runtime);
  runtime.at = missing;
  const path = describePath(missing);
  if (missing.kind === 'name') {
    const near = nearestName(missing.name, namesInScope(runtime));
    return fail('template_undefined', `'${missing.name}' is not defined`, hintFor(near));
  }
  if (missing.kind === 'attribute') {
    const object = compileExpression(missing.object, compiler)(runtime);
    const near = nearestName(missing.name, namesOf(object));
    return fail(
      'template_undefined',
      `${path ?? `the attribute '${missing.name}'`} is not defined`,
      hintFor(near),
    );
  }
  return fail('template_undefined', `${path ?? 'this value'} is not defined`, hintFor(undefined));
}

const hintFor = (near: string | undefined) =>
  near === undefined ? 'give it a value, or a default: `| default(…)`' : `did you mean '${near}'?`;

/** The innermost part of a path that is undefined: in `a.b.c` perhaps already `a`. */
function firstMissing(node: Expression, compiler: Compiler, runtime: Runtime): Expression {
  if (node.kind !== 'attribute' && node.kind !== 'item') return node;
  const object = compileExpression(node.object, compiler)(runtime);
  return object === undefined ? firstMissing(node.object, compiler, runtime) : node;
}

function* namesInScope(runtime: Runtime): Iterable<string> {
  for (let scope = runtime.scope; scope; scope = scope.parent) yield* scope.names();
  yield* Object.keys(runtime.context);
  yield* runtime.vocabulary.globals.keys();
}

function* namesOf(object: Value): Iterable<string> {
  yield* knownNames(object);
  yield* methodNames(object);
}
