import { isMap, isText, type MapNode, madeMap, madeScalar, type Node } from '../read/node.ts';
import { type Pass, type PassContext, renameAliases } from './pass.ts';

const ALIASES: Readonly<Record<string, string>> = {
  when: 'while',
  next_call: 'next',
  max_attempts: 'max_pages',
  max_iterations: 'max_pages',
  per_iteration: 'sink',
};
/** Fields of retry policies that mean nothing to pagination. */
const NO_MEANING = ['initial_delay', 'backoff_multiplier', 'max_delay', 'jitter'];

/** `retry.on_success: {…}` → `paginate: {while, next, collect, max_pages, sink}`. */
export function fromOnSuccess(node: MapNode, context: PassContext): MapNode {
  const renamed = renameAliases(node, ALIASES, 'legacy_pagination', context).without(...NO_MEANING);
  return shorthandCollect(renamed);
}

/** An entry of the unified list: its `when` says whether there is another page. */
export function fromNextCall(when: Node | undefined, then: MapNode, context: PassContext): MapNode {
  const paginate = fromOnSuccess(then, context);
  return when && !paginate.has('while') ? paginate.with('while', when) : paginate;
}

/** `collect: append` with `merge_path: data` → `collect: {strategy, path}`; inside it, `mode` and `from` are aliases. */
function shorthandCollect(node: MapNode): MapNode {
  const collect = node.get('collect');
  const path = node.get('merge_path');
  const result = node.without('merge_path');
  if (isText(collect)) {
    const fields: [string, Node][] = [['strategy', collect]];
    if (path) fields.push(['path', path]);
    return result.with('collect', madeMap(fields, collect.range));
  }
  if (!isMap(collect)) return path ? result.with('collect', madeMap([['path', path]], path.range)) : result;
  return result.with('collect', path && !collect.has('path') ? collect.with('path', path) : collect);
}

/** The same spellings inside a `paginate` that the author wrote. */
export const normalisePaginate: Pass = (owner, context) => {
  const paginate = owner.get('paginate');
  return isMap(paginate) ? owner.with('paginate', fromOnSuccess(paginate, context)) : owner;
};

/** `collect: {from | path, into, mode | strategy}` of a `case` action, whose path began at the envelope. */
export function collectAction(node: Node, context: PassContext): Node {
  if (!isMap(node)) return node;
  const renamed = renameAliases(node, { from: 'path', mode: 'strategy' }, 'legacy_case', context);
  const path = renamed.get('path');
  if (!isText(path)) return renamed;
  const inBody = path.value.replace(/^response(?:\.data)?(?:\.|$)/, '');
  return inBody === '' ? renamed.without('path') : renamed.with('path', madeScalar(inBody, path.range));
}
