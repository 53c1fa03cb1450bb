import type { Runtime } from './runtime.ts';
import { Signature } from './signature.ts';
import { type Arguments, Callable } from './value/callable.ts';
import type { Value } from './value/value.ts';

/** `args` holds one value per declared parameter, in order (see Signature). */
export type Run = (self: Value, args: readonly Value[], runtime: Runtime) => Value;

/** A filter, a test or a method: called on a value, with arguments. */
export interface Builtin {
  readonly name: string;
  call(self: Value, args: Arguments, runtime: Runtime): Value;
}

export type Registry = ReadonlyMap<string, Builtin>;

type Definition = readonly [parameters: readonly string[], run: Run];

/** `what` is the word for it in error messages: filter, test, method. */
export function defineBuiltin(what: string, name: string, parameters: readonly string[], run: Run): Builtin {
  const signature = new Signature(`the ${what} '${name}'`, parameters);
  return {
    name,
    call: (self, args, runtime) => run(self, signature.bind(args) as readonly Value[], runtime),
  };
}

/** A table of definitions `{name: [parameters, run]}`, by name. */
export function defineBuiltins(
  what: string,
  definitions: Readonly<Record<string, Definition>>,
): Map<string, Builtin> {
  return new Map(
    Object.entries(definitions).map(([name, [parameters, run]]) => [
      name,
      defineBuiltin(what, name, parameters, run),
    ]),
  );
}

/** A global function `name(…)`. */
export function defineFunction(
  name: string,
  parameters: readonly string[],
  run: (args: readonly Value[], runtime: Runtime) => Value,
): Callable {
  const signature = new Signature(`the function '${name}'`, parameters);
  return new Callable('function', name, (args, runtime) =>
    run(signature.bind(args) as readonly Value[], runtime),
  );
}
