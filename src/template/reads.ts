import { assertNever } from '../common/assert-never.ts';
import type { Body, Expression, Filter, Parameter, Statement, Target, Test } from './ast.ts';
import { childrenOf } from './children.ts';

/** A variable a template reads from outside itself. */
export interface Read {
  /** Dotted, as far as it is known without running the template: `workload.shops.0.id`. */
  readonly path: string;
  /** Offset in the source of the first name. */
  readonly offset: number;
  /** Whether the template provides for it being undefined: `| default(…)`, `is defined`. */
  readonly isOptional: boolean;
}

export interface Scan {
  readonly reads: readonly Read[];
  /** Every name the template binds somewhere. */
  readonly locals: ReadonlySet<string>;
}

/**
 * Follows the scopes of a template and collects what it reads from outside. Where it depends on the
 * run whether a name is bound (a `set` in one branch of an `if`), the read counts.
 */
export function scanReads(body: Body): Scan {
  const scanner = new Scanner();
  scanner.body(body, new Set());
  return { reads: scanner.reads, locals: scanner.locals };
}

export function scanExpression(expression: Expression): Scan {
  const scanner = new Scanner();
  scanner.expression(expression, new Set(), false);
  return { reads: scanner.reads, locals: scanner.locals };
}

type Names = Set<string>;

class Scanner {
  readonly reads: Read[] = [];
  readonly locals = new Set<string>();

  body(body: Body, bound: Names): void {
    for (const statement of body) this.#statement(statement, bound);
  }

  #statement(node: Statement, bound: Names): void {
    switch (node.kind) {
      case 'text':
        return;
      case 'print':
        this.expression(node.value, bound, false);
        return;
      case 'if':
        for (const { condition, body } of node.branches) {
          this.expression(condition, bound, false);
          this.body(body, new Set(bound));
        }
        this.body(node.otherwise, new Set(bound));
        return;
      case 'for': {
        this.expression(node.source, bound, false);
        const inside = this.#bind(node.target, new Set(bound));
        if (node.condition) this.expression(node.condition, inside, false);
        this.body(node.body, this.#bindName('loop', inside));
        this.body(node.otherwise, new Set(bound));
        return;
      }
      case 'set':
        this.expression(node.value, bound, false);
        this.#bind(node.target, bound);
        return;
      case 'set-block':
        this.body(node.body, new Set(bound));
        if (node.filter) this.expression(node.filter, bound, false);
        this.#bind(node.target, bound);
        return;
      case 'with': {
        for (const { value } of node.bindings) this.expression(value, bound, false);
        const inside = new Set(bound);
        for (const { target } of node.bindings) this.#bind(target, inside);
        this.body(node.body, inside);
        return;
      }
      case 'filter-block':
        this.body(node.body, new Set(bound));
        this.expression(node.filter, bound, false);
        return;
      case 'macro':
        this.#callable(node.parameters, node.body, this.#bindName(node.name, bound));
        return;
      case 'call-block':
        this.expression(node.call, bound, false);
        this.#callable(node.parameters, node.body, bound);
        return;
      default:
        assertNever(node, 'statement');
    }
  }

  #callable(parameters: readonly Parameter[], body: Body, bound: Names): void {
    const inside = new Set(bound);
    for (const { name, fallback } of parameters) {
      if (fallback) this.expression(fallback, inside, false);
      this.#bindName(name, inside);
    }
    for (const name of ['varargs', 'kwargs', 'caller']) this.#bindName(name, inside);
    this.body(body, inside);
  }

  #bind(target: Target, bound: Names): Names {
    if (target.kind === 'name') this.#bindName(target.name, bound);
    if (target.kind === 'tuple') for (const inner of target.targets) this.#bind(inner, bound);
    return bound;
  }

  #bindName(name: string, bound: Names): Names {
    this.locals.add(name);
    return bound.add(name);
  }

  expression(node: Expression, bound: Names, isOptional: boolean): void {
    if (node.kind === 'name' || node.kind === 'attribute' || node.kind === 'item') {
      this.#path(node, bound, isOptional);
      return;
    }
    if (node.kind === 'call' && node.callee.kind === 'attribute') {
      // `order.items.copy()` reads `order.items`: the last name is a method.
      this.expression(node.callee.object, bound, isOptional);
      for (const child of childrenOf(node)) if (child !== node.callee) this.expression(child, bound, false);
      return;
    }
    const target = forgives(node) ? node.target : undefined;
    for (const child of childrenOf(node)) this.expression(child, bound, child === target);
  }

  #path(node: Expression, bound: Names, isOptional: boolean): void {
    const path = pathOf(node);
    if (path) {
      if (!bound.has(path.root)) this.reads.push({ path: path.dotted, offset: path.offset, isOptional });
      return;
    }
    for (const child of childrenOf(node)) this.expression(child, bound, isOptional);
  }
}

const FORGIVING: ReadonlySet<string> = new Set(['default', 'd', 'defined', 'undefined']);

/** Filters and tests after which an undefined target is no mistake. */
const forgives = (node: Expression): node is Filter | Test =>
  (node.kind === 'filter' || node.kind === 'test') && FORGIVING.has(node.name);

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

interface Path {
  readonly root: string;
  readonly dotted: string;
  readonly offset: number;
}

function pathOf(node: Expression): Path | undefined {
  if (node.kind === 'name') return { root: node.name, dotted: node.name, offset: node.at };
  if (node.kind !== 'attribute' && node.kind !== 'item') return undefined;
  const segment = node.kind === 'attribute' ? node.name : constantSegment(node.key);
  const object = segment === undefined ? undefined : pathOf(node.object);
  return object && { ...object, dotted: `${object.dotted}.${segment}` };
}

function constantSegment(key: Expression): string | undefined {
  if (key.kind !== 'constant') return undefined;
  if (typeof key.value === 'number' && key.value >= 0) return String(key.value);
  return typeof key.value === 'string' && IDENTIFIER.test(key.value) ? key.value : undefined;
}
