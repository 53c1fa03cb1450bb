import type { Attribute, Expression, Item, Name, Slice } from '../ast.ts';
import { fail } from '../error.ts';
import { readAttribute, readItem } from '../value/attribute.ts';
import { isMapping } from '../value/kinds.ts';
import { hasKey } from '../value/mapping.ts';
import { slice } from '../value/slice.ts';
import type { Value } from '../value/value.ts';
import type { Compiler, Evaluate } from './compiler.ts';
import { compileExpression } from './expression.ts';

/** A variable of the template shadows one of the context, and that one shadows a global. */
export function compileName(node: Name, compiler: Compiler): Evaluate {
  const { name } = node;
  const global = compiler.vocabulary.globals.get(name);
  const fromContext: Evaluate = runtime =>
    Object.hasOwn(runtime.context, name) ? (runtime.context[name] as Value) : global;
  if (!compiler.locals.has(name)) return fromContext;
  return runtime => {
    const scope = runtime.scope?.find(name);
    return scope ? scope.get(name) : fromContext(runtime);
  };
}

export function compileAttribute(node: Attribute, compiler: Compiler): Evaluate {
  const { name } = node;
  const object = compileObject(node.object, compiler);
  return guardSecret(node, compiler, runtime => readAttribute(object(runtime), name));
}

export function compileItem(node: Item, compiler: Compiler): Evaluate {
  const object = compileObject(node.object, compiler);
  const key = compileExpression(node.key, compiler);
  return guardSecret(node, compiler, runtime => readItem(object(runtime), key(runtime)));
}

/**
 * What `.name` or `[key]` is read from. Older playbooks read a step's data as `step.result.field`;
 * where `step` has no `result`, `step.field` is meant.
 */
function compileObject(node: Expression, compiler: Compiler): Evaluate {
  if (node.kind !== 'attribute' || node.name !== 'result') return compileExpression(node, compiler);
  const object = compileObject(node.object, compiler);
  return runtime => {
    const value = object(runtime);
    return isMapping(value) && !hasKey(value, 'result') ? value : readAttribute(value, 'result');
  };
}

/** A secret that is not there must not turn into an empty password: below `keychain` undefined is an error. */
function guardSecret(node: Attribute | Item, compiler: Compiler, evaluate: Evaluate): Evaluate {
  if (rootOf(node) !== 'keychain' || compiler.locals.has('keychain')) return evaluate;
  return runtime => {
    const value = evaluate(runtime);
    if (value !== undefined) return value;
    runtime.at = node;
    return fail(
      'template_undefined_secret',
      `${describePath(node) ?? 'a field of keychain'} is not defined`,
      'declare it under `keychain:` and check the names of its fields',
    );
  };
}

function rootOf(node: Expression): string | undefined {
  let inner = node;
  while (inner.kind === 'attribute' || inner.kind === 'item') inner = inner.object;
  return inner.kind === 'name' ? inner.name : undefined;
}

/** `a.b[0]` as written, or undefined if the expression is more than a path. */
export function describePath(node: Expression): string | undefined {
  if (node.kind === 'name') return `'${node.name}'`;
  if (node.kind !== 'attribute' && node.kind !== 'item') return undefined;
  const object = describePath(node.object)?.slice(1, -1);
  if (object === undefined) return undefined;
  if (node.kind === 'attribute') return `'${object}.${node.name}'`;
  const isIndex = node.key.kind === 'constant' && typeof node.key.value === 'number';
  return `'${object}[${isIndex && node.key.kind === 'constant' ? String(node.key.value) : '…'}]'`;
}

export function compileSlice(node: Slice, compiler: Compiler): Evaluate {
  const bound = (part: Expression | undefined): Evaluate =>
    part ? compileExpression(part, compiler) : () => undefined;
  const object = compileExpression(node.object, compiler);
  const [start, stop, step] = [bound(node.start), bound(node.stop), bound(node.step)];
  return runtime => {
    const value = object(runtime);
    const bounds = [start(runtime), stop(runtime), step(runtime)] as const;
    runtime.at = node;
    return slice(value, ...bounds, runtime);
  };
}
