import type { Runtime } from '../runtime.ts';
import { EngineObject, type Value } from './value.ts';

/** The arguments of one call. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map() };

/** Anything a template can call: a global function, a bound method, a macro. */
export class Callable extends EngineObject {
  readonly typeName: string;
  readonly name: string;
  readonly call: (args: Arguments, runtime: Runtime) => Value;
  readonly #attributes: ReadonlyMap<string, Value>;

  constructor(
    typeName: string,
    name: string,
    call: (args: Arguments, runtime: Runtime) => Value,
    attributes: ReadonlyMap<string, Value> = new Map(),
  ) {
    super();
    this.typeName = typeName;
    this.name = name;
    this.call = call;
    this.#attributes = attributes;
  }

  override attribute(name: string): Value {
    return this.#attributes.get(name);
  }
}
