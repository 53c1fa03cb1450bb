import { type Builtin, defineBuiltin, defineFunction } from './builtin.ts';
import type { Runtime } from './runtime.ts';
import type { Callable } from './value/callable.ts';
import { toNative } from './value/native.ts';
import type { Value } from './value/value.ts';

/** A function of the program that templates may use. It sees and returns plain JavaScript values. */
export type CustomFunction = (...args: readonly never[]) => unknown;

type AnyFunction = (...args: readonly unknown[]) => unknown;

const apply = (run: CustomFunction, args: readonly Value[], runtime: Runtime): Value =>
  (run as AnyFunction)(...args.map(arg => toNative(arg, runtime))) as Value;

export function customFilter(name: string, run: CustomFunction): Builtin {
  return defineBuiltin('filter', name, ['*arguments'], (value, [rest], runtime) =>
    apply(run, [value, ...(rest as readonly Value[])], runtime),
  );
}

export function customTest(name: string, run: CustomFunction): Builtin {
  return defineBuiltin('test', name, ['*arguments'], (value, [rest], runtime) =>
    apply(run, [value, ...(rest as readonly Value[])], runtime),
  );
}

export function customFunction(name: string, run: CustomFunction): Callable {
  return defineFunction(name, ['*arguments'], ([rest], runtime) =>
    apply(run, rest as readonly Value[], runtime),
  );
}
