import type { Field, Fields, Part, Tree } from '../tree.ts';
import type { SourcePart, SourceParts } from './source-parts.ts';

/** Which part of the output stands for a part of the source; the outermost where there are several. */
export type Located = ReadonlyMap<SourcePart, Part>;

/**
 * Follows the output down from the root. A part belongs to what has the same key, or the same place in a list
 * as long, below its parent: in a canonical text that is all of them. Otherwise it belongs to the place its
 * model came from.
 */
export function locateParts(tree: Fields, sources: SourceParts): Located {
  const located = new Map<SourcePart, Part>();
  const visit = (value: Tree, above: SourcePart | undefined): void => {
    if (value.kind === 'leaf') return;
    value.parts.forEach((part: Part, index) => {
      const alike =
        value.kind === 'fields'
          ? sources.below(above, (part as Field).key)
          : sources.element(above, index, value.parts.length);
      const source = alike ?? placeOf(part, above, sources);
      if (source && !located.has(source)) located.set(source, part);
      visit(part.value, source ?? above);
    });
  };
  visit(tree, undefined);
  return located;
}

function placeOf(part: Part, above: SourcePart | undefined, sources: SourceParts): SourcePart | undefined {
  const found = part.source && sources.at(part.source);
  if (!found || found === above) return undefined;
  return 'key' in part ? found : itemAround(found);
}

/** A step or task has the place of its name, which is a part of the element of the list that it is. */
function itemAround(part: SourcePart): SourcePart {
  const { parent } = part;
  return part.key !== undefined && parent && parent.key === undefined ? parent : part;
}
