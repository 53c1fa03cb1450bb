import { defineFunction } from '../builtin.ts';
import { fail } from '../error.ts';
import { textOr } from '../methods/arguments.ts';
import { Callable } from '../value/callable.ts';
import { EngineObject, type Value } from '../value/value.ts';

/** Gives its items in turn, over and over. */
class Cycler extends EngineObject {
  readonly typeName = 'Cycler';
  readonly #items: readonly Value[];
  #at = 0;

  constructor(items: readonly Value[]) {
    super();
    this.#items = items;
  }

  override attribute(name: string): Value {
    if (name === 'current') return this.#items[this.#at];
    if (name === 'next') return new Callable('method', 'next', () => this.#next());
    if (name === 'reset') return new Callable('method', 'reset', () => this.#reset());
    return undefined;
  }

  #next(): Value {
    const item = this.#items[this.#at];
    this.#at = (this.#at + 1) % this.#items.length;
    return item;
  }

  #reset(): null {
    this.#at = 0;
    return null;
  }
}

export const cycler = defineFunction('cycler', ['*items'], ([items]) => {
  const values = items as readonly Value[];
  if (values.length === 0) fail('template_arguments', "the function 'cycler' needs at least one item");
  return new Cycler(values);
});

/** Nothing at the first call, the separator at every later one. */
export const joiner = defineFunction('joiner', ['sep?'], ([sep]) => {
  const separator = textOr(sep, ', ', "the separator of 'joiner'");
  let isUsed = false;
  return new Callable('Joiner', 'joiner', () => {
    if (isUsed) return separator;
    isUsed = true;
    return '';
  });
});
