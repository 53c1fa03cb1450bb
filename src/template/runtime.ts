import type { Expression, Statement } from './ast.ts';
import { type Budgets, Meter } from './budget.ts';
import type { Registry } from './builtin.ts';
import { fail } from './error.ts';
import type { Context, Value } from './value/value.ts';

/**
 * What templates may ask of the world. The caller supplies it per evaluation, so that evaluating is
 * a pure function of its arguments; what is missing is an error where a template uses it.
 */
export interface Host {
  /** The time `now()` gives, in milliseconds since 1970. */
  readonly now?: () => number;
  /** A fresh unique id. */
  readonly uuid?: () => string;
  /** A number from 0 up to 1, for `random`. */
  readonly random?: () => number;
  /** An environment variable on the caller's allow-list; undefined if it is not set or not allowed. */
  readonly env?: (name: string) => string | undefined;
  /** A bearer token for the named credential. */
  readonly token?: (credential: string) => string;
}

/** What an evaluation needs of the environment it was compiled in. */
export interface Vocabulary {
  readonly filters: Registry;
  readonly tests: Registry;
  readonly globals: ReadonlyMap<string, Value>;
  readonly strict: boolean;
}

/** Names bound by the template itself (`set`, `for`, `with`, macro parameters), innermost first. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly #names = new Map<string, Value>();

  constructor(parent: Scope | undefined) {
    this.parent = parent;
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  /** The innermost scope that binds `name`. */
  find(name: string): Scope | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      if (scope.#names.has(name)) return scope;
    }
    return undefined;
  }

  get(name: string): Value {
    return this.#names.get(name);
  }

  names(): Iterable<string> {
    return this.#names.keys();
  }
}

/** The state of one evaluation. */
export class Runtime extends Meter {
  readonly context: Context;
  readonly vocabulary: Vocabulary;
  readonly host: Host;
  /** Names bound by the template; undefined in a template that binds none. */
  scope: Scope | undefined;
  /** What is being evaluated: where an error belongs. */
  at: Expression | Statement | undefined = undefined;

  constructor(
    context: Context,
    vocabulary: Vocabulary,
    budgets: Budgets,
    host: Host,
    scope: Scope | undefined,
  ) {
    super(budgets);
    this.context = context;
    this.vocabulary = vocabulary;
    this.host = host;
    this.scope = scope;
  }

  /** The host function behind a global such as `now`, or an error that says it is not there. */
  ask<K extends keyof Host>(name: K): NonNullable<Host[K]> {
    const answer = this.host[name];
    if (answer) return answer;
    return fail(
      'template_unavailable',
      `'${name}' is not available where this template is evaluated`,
      name === 'env' || name === 'token' ? 'use it in a tool, which runs on a worker' : undefined,
    );
  }
}
