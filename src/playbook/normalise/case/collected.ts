import { isMap, type MapNode, madeMap, madeScalar, type Node, textOf } from '../../read/node.ts';

/** `collect: {from, into, mode}` outside pagination adds to a variable. */
export function collectAsSet(node: Node): MapNode | undefined {
  if (!isMap(node)) return undefined;
  const from = textOf(node.get('from') ?? node.get('path'));
  const into = textOf(node.get('into'));
  if (from === undefined || into === undefined) return undefined;
  const before = `(ctx.${into} | default([]))`;
  const mode = textOf(node.get('mode') ?? node.get('strategy')) ?? 'append';
  const value =
    mode === 'replace' ? from : mode === 'extend' ? `${before} + (${from})` : `${before} + [${from}]`;
  return madeMap([[`ctx.${into}`, madeScalar(`{{ ${value} }}`, node.range)]], node.range);
}

/** `set: [{name, value}]` is a mapping. */
export function setAsMapping(node: Node): Node {
  if (node.kind !== 'list') return node;
  const entries = node.items.flatMap<[string, Node]>(item => {
    const name = isMap(item) ? textOf(item.get('name')) : undefined;
    const value = isMap(item) ? item.get('value') : undefined;
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return madeMap(entries, node.range);
}
