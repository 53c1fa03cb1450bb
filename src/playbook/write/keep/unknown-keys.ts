import type { Problem } from '../../../common/problem.ts';
import type { MapNode } from '../../read/node.ts';
import { locateParts } from '../comments/locate-parts.ts';
import { type SourcePart, SourceParts } from '../comments/source-parts.ts';
import { verbatim } from '../shape/verbatim.ts';
import type { Field, Fields, Tree } from '../tree.ts';

/**
 * Keys that mean nothing are not in the model, but their author wrote them, perhaps by a slip of the finger.
 * They stay at the end of what they stood in; deleting them would hide the mistake.
 */
export function keepUnknownKeys(
  tree: Fields,
  text: string,
  root: MapNode,
  problems: readonly Problem[],
): Fields {
  const unknown = problems.filter(({ code }) => code === 'unknown_key');
  if (unknown.length === 0) return tree;
  const sources = new SourceParts(root);
  const located = locateParts(tree, sources);
  const added = new Map<Tree, Field[]>();
  const lineStarts = startsOfLines(text);
  for (const { line, column } of unknown) {
    const part = sources
      .within(lineStarts[line - 1]! + column - 1, lineStarts[line - 1]! + column)
      .find(isEntry);
    const target = part?.parent ? located.get(part.parent)?.value : tree;
    if (part?.key === undefined || target?.kind !== 'fields' || located.has(part)) continue;
    const field = { key: part.key, value: verbatim(part.value), source: part.value.range };
    added.set(target, [...(added.get(target) ?? []), field]);
  }
  return withAdded(tree, added) as Fields;
}

const isEntry = (part: SourcePart): boolean => part.key !== undefined;

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

function withAdded(tree: Tree, added: ReadonlyMap<Tree, readonly Field[]>): Tree {
  if (tree.kind === 'leaf') return tree;
  const grown = <Each extends { readonly value: Tree }>(part: Each): Each => ({
    ...part,
    value: withAdded(part.value, added),
  });
  if (tree.kind === 'items') return { ...tree, parts: tree.parts.map(grown) };
  return { ...tree, parts: [...tree.parts.map(grown), ...(added.get(tree) ?? [])] };
}
