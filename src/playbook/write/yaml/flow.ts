import { type CommentTable, hasCommentInside } from '../comments/comment-table.ts';
import type { Fields, Items, Tree } from '../tree.ts';
import { isBlockText } from './literal-block.ts';
import { inlineScalar, keyText } from './scalar.ts';

/** Lists and mappings inside each other that still read well on one line. */
const DEEPEST = 2;

/** The value on one line, `{ a: 1, b: [2, 3] }`, if that is a good way to write it. */
export function flowText(tree: Tree, comments: CommentTable, width: number): string | undefined {
  if (tree.kind === 'leaf' || hasCommentInside(tree, comments)) return undefined;
  if (tree.parts.length > 0 && !isSimple(tree, DEEPEST)) return undefined;
  const text = render(tree);
  return text.length <= width || tree.parts.length === 0 ? text : undefined;
}

/** Small enough in structure: no blocks of text, no list of lists or mappings, no deep nesting. */
function isSimple(tree: Tree, depth: number): boolean {
  if (tree.kind === 'leaf') return typeof tree.value !== 'string' || !isBlockText(tree.value);
  if (tree.parts.length === 0) return true;
  if (depth === 0 || tree.layout !== 'auto') return false;
  if (tree.kind === 'items' && tree.parts.some(({ value }) => isFilled(value))) return false;
  return tree.parts.every(({ value }) => isSimple(value, depth - 1));
}

const isFilled = (tree: Tree): boolean => tree.kind !== 'leaf' && tree.parts.length > 0;

function render(tree: Tree): string {
  if (tree.kind === 'leaf') return inlineScalar(tree.value, true);
  if (tree.parts.length === 0) return tree.kind === 'items' ? '[]' : '{}';
  return tree.kind === 'items' ? renderItems(tree) : renderFields(tree);
}

const renderItems = (tree: Items): string => `[${tree.parts.map(part => render(part.value)).join(', ')}]`;

function renderFields(tree: Fields): string {
  return `{ ${tree.parts.map(part => `${keyText(part.key)}: ${render(part.value)}`).join(', ')} }`;
}
