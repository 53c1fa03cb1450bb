import type { Field, Fields, Part, Tree } from '../tree.ts';
import type { SourcePart, SourceParts } from './source-parts.ts';

/** Which part of the output stands for a part of the source; the outermost where there are several. */
export type Located = ReadonlyMap<SourcePart, Part>;

/**
 * Follows the output down from the root. A part belongs to the place its model came from, or failing that to
 * what has the same key below its parent.
 */
export function locateParts(tree: Fields, sources: SourceParts): Located {
  const located = new Map<SourcePart, Part>();
  const visit = (value: Tree, above: SourcePart | undefined): void => {
    if (value.kind === 'leaf') return;
    for (const part of value.parts) {
      const source = sourceOf(part, above, sources);
      if (source && !located.has(source)) located.set(source, part);
      visit(part.value, source ?? above);
    }
  };
  visit(tree, undefined);
  return located;
}

function sourceOf(part: Part, above: SourcePart | undefined, sources: SourceParts): SourcePart | undefined {
  const { key } = part as Partial<Field>;
  const named = key === undefined ? undefined : sources.below(above, key);
  if (named) return named;
  const found = part.source && sources.at(part.source);
  if (!found || found === above) return undefined;
  return key === undefined ? itemAround(found) : found;
}

/** A step or task has the place of its name, which is a part of the element of the list that it is. */
function itemAround(part: SourcePart): SourcePart {
  const { parent } = part;
  return part.key !== undefined && parent && parent.key === undefined ? parent : part;
}
