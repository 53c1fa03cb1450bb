import type { Node } from '../node.ts';
import { LIMITS } from './limits.ts';
import { YamlError } from './yaml-error.ts';

/** Limits what aliases add: each may be tiny in the text and stand for a huge tree of other aliases. */
export class AliasBudget {
  #spent = 0;
  readonly #weights = new WeakMap<Node, number>();

  spend(node: Node, offset: number): void {
    this.#spent += this.#weigh(node);
    if (this.#spent <= LIMITS.aliased) return;
    const message = `aliases repeat more than ${LIMITS.aliased.toLocaleString('en')} values`;
    throw new YamlError('yaml_alias_bomb', offset, message, 'write the data once, where it is used');
  }

  #weigh(node: Node): number {
    if (node.kind === 'scalar') return 1;
    const known = this.#weights.get(node);
    if (known !== undefined) return known;
    const parts = node.kind === 'list' ? node.items : node.entries.map(entry => entry.value);
    const weight = parts.reduce((sum, part) => sum + this.#weigh(part), 1);
    this.#weights.set(node, weight);
    return weight;
  }
}
