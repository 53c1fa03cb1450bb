import type { Node } from '../../read/node.ts';
import { type Layout, leaf, type Tree } from '../tree.ts';
import { fields, items } from './build.ts';

/** A part of the source that the model does not know, as it stands. */
export function verbatim(node: Node, layout: Layout = 'auto'): Tree {
  if (node.kind === 'scalar') return leaf(node.value);
  if (node.kind === 'list') {
    const parts = node.items.map(item => ({ value: verbatim(item), source: item.range }));
    return items(layout, parts);
  }
  const parts = node.entries.map(({ key, value }) => ({ key, value: verbatim(value), source: value.range }));
  return fields(layout, parts);
}
