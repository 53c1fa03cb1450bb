import type { CallBlock, Macro, Parameter } from '../ast.ts';
import { scanReads } from '../reads.ts';
import type { Runtime, Scope } from '../runtime.ts';
import { Signature } from '../signature.ts';
import { type Arguments, Callable } from '../value/callable.ts';
import { makeDict } from '../value/mapping.ts';
import { toText } from '../value/text.ts';
import { Tuple, type Value } from '../value/value.ts';
import { callValue, compileArguments } from './call.ts';
import { type Compiler, captured, type Emit } from './compiler.ts';
import { compileExpression } from './expression.ts';
import { compileBody, inScope } from './statement.ts';
import { failUndefined } from './undefined.ts';

type MakeMacro = (definedIn: Scope | undefined) => Callable;

/**
 * A macro takes further arguments only if its body looks at them: `varargs`, `kwargs` and, from a
 * call block, `caller`.
 */
function compileCallable(
  name: string,
  parameters: readonly Parameter[],
  body: readonly Macro['body'][number][],
  compiler: Compiler,
): MakeMacro {
  const reads = new Set(scanReads(body).reads.map(read => read.path));
  const extra = { rest: reads.has('varargs'), named: reads.has('kwargs'), caller: reads.has('caller') };
  const declared = parameters.map(parameter => `${parameter.name}?`);
  const signature = new Signature(`the macro '${name}'`, [
    ...declared,
    ...(extra.caller ? ['caller?'] : []),
    ...(extra.rest ? ['*varargs'] : []),
    ...(extra.named ? ['**kwargs'] : []),
  ]);
  const fallbacks = parameters.map(({ fallback }) => fallback && compileExpression(fallback, compiler));
  const emit = compileBody(body, compiler);
  const names = Tuple.of_(parameters.map(parameter => parameter.name));

  const bind = (args: Arguments, runtime: Runtime): void => {
    const given = new Set([
      ...parameters.slice(0, args.positional.length).map(({ name }) => name),
      ...args.named.keys(),
    ]);
    const values = [...signature.bind(separateCaller(args, parameters.length, extra))] as Value[];
    const scope = runtime.scope;
    parameters.forEach((parameter, i) => {
      scope?.set(parameter.name, given.has(parameter.name) ? values[i] : fallbacks[i]?.(runtime));
    });
    let next = parameters.length;
    if (extra.caller) scope?.set('caller', values[next++]);
    if (extra.rest) scope?.set('varargs', Tuple.of_(values[next++] as readonly Value[]));
    if (extra.named) scope?.set('kwargs', makeDict(values[next] as unknown as ReadonlyMap<string, Value>));
  };
  return definedIn => {
    const call = (args: Arguments, runtime: Runtime): Value =>
      inScope(
        runtime,
        () => {
          bind(args, runtime);
          return captured(emit, runtime);
        },
        definedIn,
      );
    const attributes = new Map<string, Value>([
      ['name', name],
      ['arguments', names],
      ['catch_varargs', extra.rest],
      ['catch_kwargs', extra.named],
      ['caller', extra.caller],
    ]);
    return new Callable('macro', name, call, attributes);
  };
}

/** Positional arguments beyond the parameters go to `varargs`, never into the `caller` slot. */
function separateCaller(
  args: Arguments,
  count: number,
  extra: { readonly caller: boolean; readonly rest: boolean },
): Arguments {
  if (!extra.caller || args.positional.length <= count) return args;
  const caller = args.named.get('caller');
  const named = new Map(args.named);
  named.delete('caller');
  const { positional } = args;
  return { positional: [...positional.slice(0, count), caller, ...positional.slice(count)], named };
}

export function compileMacro(node: Macro, compiler: Compiler): Emit {
  const make = compileCallable(node.name, node.parameters, node.body, compiler);
  return runtime => runtime.scope?.set(node.name, make(runtime.scope));
}

export function compileCallBlock(node: CallBlock, compiler: Compiler): Emit {
  const callee = compileExpression(node.call.callee, compiler);
  const args = compileArguments(node.call.args, compiler);
  const make = compileCallable('caller', node.parameters, node.body, compiler);
  return (runtime, output) => {
    const target = callee(runtime);
    if (target === undefined) failUndefined(node.call.callee, compiler, runtime);
    const given = args(runtime);
    const named = new Map(given.named).set('caller', make(runtime.scope));
    runtime.at = node;
    output.add(toText(callValue(target, { positional: given.positional, named }, runtime), runtime), runtime);
  };
}
