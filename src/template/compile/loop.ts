import type { For } from '../ast.ts';
import { typeError } from '../error.ts';
import { type Runtime, Scope } from '../runtime.ts';
import { Signature } from '../signature.ts';
import { Callable } from '../value/callable.ts';
import { isEqual } from '../value/equality.ts';
import { type Items, itemsOf } from '../value/iterate.ts';
import { isTrue } from '../value/truth.ts';
import { Tuple, type Value } from '../value/value.ts';
import { type Assign, compileTarget } from './assign.ts';
import { type Compiler, captured, type Emit, type Evaluate } from './compiler.ts';
import { compileExpression } from './expression.ts';
import { compileBody } from './statement.ts';
import { definedIfStrict } from './undefined.ts';

interface Loop {
  readonly node: For;
  readonly assign: Assign;
  readonly condition: Evaluate | undefined;
  readonly body: Emit;
  readonly otherwise: Emit;
}

export function compileFor(node: For, compiler: Compiler): Emit {
  const source = definedIfStrict(node.source, compiler, compileExpression(node.source, compiler));
  const loop: Loop = {
    node,
    assign: compileTarget(node.target),
    condition: node.condition && compileExpression(node.condition, compiler),
    body: compileBody(node.body, compiler),
    otherwise: compileBody(node.otherwise, compiler),
  };
  return (runtime, output) => {
    const value = source(runtime);
    runtime.at = node;
    runLoop(loop, value, 1, runtime, runtime.scope, output);
  };
}

function runLoop(
  loop: Loop,
  source: Value,
  depth: number,
  runtime: Runtime,
  outside: Scope | undefined,
  output: Parameters<Emit>[1],
): void {
  const items = loop.condition ? select(loop, itemsOf(source), runtime, outside) : itemsOf(source);
  const outer = runtime.scope;
  if (items.length === 0) {
    loop.otherwise(runtime, output);
    return;
  }
  const again = (value: Value) =>
    captured((_, inner) => runLoop(loop, value, depth + 1, runtime, outside, inner), runtime);
  const info = new LoopInfo(items, depth, loop.node.recursive ? again : undefined);
  for (; info.index < items.length; info.index++) {
    runtime.step();
    runtime.scope = new Scope(outside);
    runtime.scope.set('loop', info);
    runtime.at = loop.node;
    loop.assign(items.at(info.index), runtime);
    loop.body(runtime, output);
  }
  runtime.scope = outer;
}

/** The items for which `{% for x in items if condition %}` holds; `loop` is not known in it. */
function select(loop: Loop, items: Items, runtime: Runtime, outside: Scope | undefined): Items {
  const outer = runtime.scope;
  const selected: Value[] = [];
  for (let i = 0; i < items.length; i++) {
    runtime.step();
    runtime.scope = new Scope(outside);
    loop.assign(items.at(i), runtime);
    if (isTrue(loop.condition?.(runtime))) selected.push(items.at(i));
  }
  runtime.scope = outer;
  runtime.produce(selected.length);
  return selected;
}

/** The variable `loop`; in a recursive loop it can be called. */
class LoopInfo extends Callable {
  index = 0;
  readonly #items: Items;
  readonly #depth: number;
  #lastChecked: Value;

  constructor(items: Items, depth: number, again: ((value: Value) => string) | undefined) {
    const recursion = new Signature("the loop's recursion", ['iterable']);
    super('loop', 'loop', args => {
      const [value] = recursion.bind(args) as readonly Value[];
      return again ? again(value) : typeError('this loop cannot be called', 'write {% for … recursive %}');
    });
    this.#items = items;
    this.#depth = depth;
  }

  override attribute(name: string): Value {
    const { length } = this.#items;
    switch (name) {
      case 'index':
        return this.index + 1;
      case 'index0':
        return this.index;
      case 'revindex':
        return length - this.index;
      case 'revindex0':
        return length - this.index - 1;
      case 'first':
        return this.index === 0;
      case 'last':
        return this.index === length - 1;
      case 'length':
        return length;
      case 'depth':
        return this.#depth;
      case 'depth0':
        return this.#depth - 1;
      case 'previtem':
        return this.index > 0 ? this.#items.at(this.index - 1) : undefined;
      case 'nextitem':
        return this.index < length - 1 ? this.#items.at(this.index + 1) : undefined;
      case 'cycle':
        return new Callable('method', name, ({ positional }) => positional[this.index % positional.length]);
      case 'changed':
        return new Callable('method', name, ({ positional }, runtime) => this.#changed(positional, runtime));
      default:
        return undefined;
    }
  }

  #changed(values: readonly Value[], runtime: Runtime): boolean {
    const checked = Tuple.of_(values);
    const changed = this.#lastChecked === undefined || !isEqual(checked, this.#lastChecked, runtime);
    this.#lastChecked = checked;
    return changed;
  }
}
