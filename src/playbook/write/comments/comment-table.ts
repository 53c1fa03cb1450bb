import type { Part, Tree } from '../tree.ts';

/** Comments by the part of the tree they belong to. Lines carry their `#`; an empty one is an empty line. */
export interface CommentTable {
  /** On lines of their own above the part. */
  readonly before: ReadonlyMap<Part, readonly string[]>;
  /** Behind the part, on the line it begins on. */
  readonly beside: ReadonlyMap<Part, string>;
  /** On lines of their own behind the last part of a list or mapping. */
  readonly after: ReadonlyMap<Tree, readonly string[]>;
}

export const NO_COMMENTS: CommentTable = { before: new Map(), beside: new Map(), after: new Map() };

/** Whether any comment stands inside the value, which then cannot be written on one line. */
export function hasCommentInside(tree: Tree, comments: CommentTable): boolean {
  if (tree.kind === 'leaf') return false;
  if (comments.after.has(tree)) return true;
  return tree.parts.some(
    part => comments.before.has(part) || comments.beside.has(part) || hasCommentInside(part.value, comments),
  );
}
