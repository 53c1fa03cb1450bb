import { nearestName } from '../common/nearest-name.ts';
import { fail } from './error.ts';
import type { Arguments } from './value/callable.ts';
import type { Value } from './value/value.ts';

/**
 * The parameters of a filter, test, function, method or macro, in order: `name` is required, `name?`
 * may be left out, `*name` takes further positional arguments as an array, `**name` further named
 * ones as a Map. `run` gets one value per parameter; one that was left out is undefined.
 */
export class Signature {
  readonly #owner: string;
  readonly #names: readonly string[];
  readonly #required: number;
  readonly #rest: boolean;
  readonly #named: boolean;

  constructor(owner: string, parameters: readonly string[]) {
    const plain = parameters.filter(name => !name.startsWith('*'));
    this.#owner = owner;
    this.#names = plain.map(name => name.replace('?', ''));
    this.#required = plain.filter(name => !name.endsWith('?')).length;
    this.#rest = parameters.some(name => /^\*[^*]/.test(name));
    this.#named = parameters.some(name => name.startsWith('**'));
  }

  bind(args: Arguments): BoundArguments {
    const { positional, named } = args;
    const count = this.#names.length;
    if (positional.length > count && !this.#rest) this.#tooMany(positional.length);
    const bound: BoundArgument[] = positional.slice(0, count);
    for (let i = bound.length; i < count; i++) {
      const name = this.#names[i] as string;
      if (i < this.#required && !named.has(name)) this.#missing(name);
      bound.push(named.get(name));
    }
    const further = this.#takeNamed(named, positional.length);
    if (this.#rest) bound.push(positional.slice(count));
    if (this.#named) bound.push(further);
    return bound;
  }

  #takeNamed(named: ReadonlyMap<string, Value>, positional: number): ReadonlyMap<string, Value> {
    if (named.size === 0) return named;
    const further = new Map<string, Value>();
    for (const [name, value] of named) {
      const index = this.#names.indexOf(name);
      if (index === -1 && !this.#named) this.#unknown(name);
      if (index !== -1 && index < positional) this.#twice(name);
      if (index === -1) further.set(name, value);
    }
    return further;
  }

  #takes(): string {
    return this.#names.length === 0 ? 'it takes none' : `it takes: ${this.#names.join(', ')}`;
  }

  #tooMany(given: number): never {
    return fail('template_arguments', `${this.#owner} got ${given} positional arguments`, this.#takes());
  }

  #missing(name: string): never {
    return fail('template_arguments', `${this.#owner} needs the argument '${name}'`, this.#takes());
  }

  #twice(name: string): never {
    return fail('template_arguments', `${this.#owner} got the argument '${name}' twice`, this.#takes());
  }

  #unknown(name: string): never {
    const near = nearestName(name, this.#names);
    const hint = near === undefined ? this.#takes() : `did you mean '${near}'?`;
    return fail('template_arguments', `${this.#owner} has no argument '${name}'`, hint);
  }
}

export type BoundArgument = Value | ReadonlyMap<string, Value>;
export type BoundArguments = readonly BoundArgument[];
