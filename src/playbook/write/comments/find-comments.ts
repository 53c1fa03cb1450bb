import type { SourceRange } from '../../positions.ts';
import type { MapNode, Node } from '../../read/node.ts';

export interface SourceComment {
  /** With its `#`, without blanks at the end. */
  readonly text: string;
  readonly offset: number;
  readonly column: number;
  /** Whether nothing but blanks stands before it on its line. */
  readonly ownLine: boolean;
  /** Whether the line above is empty. */
  readonly afterEmptyLine: boolean;
  /** Whether the line below is empty. */
  readonly beforeEmptyLine: boolean;
}

/** Every comment of the text, in order. A `#` inside a key or a scalar is none. */
export function findComments(text: string, root: MapNode): readonly SourceComment[] {
  const comments: SourceComment[] = [];
  let from = 0;
  for (const { start, end } of scalarRanges(text, root)) {
    if (start > from) findBetween(text, from, start, comments);
    from = Math.max(from, end);
  }
  findBetween(text, from, text.length, comments);
  return comments;
}

/** Keys and scalars by place, without what they share through aliases. */
function scalarRanges(text: string, root: MapNode): readonly SourceRange[] {
  const ranges: SourceRange[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'scalar') {
      const block = node.style === 'literal' || node.style === 'folded';
      ranges.push(block ? withoutHeader(text, node.range) : node.range);
    } else if (node.kind === 'list') node.items.forEach(visit);
    else {
      for (const { keyRange, value } of node.entries) {
        ranges.push(keyRange);
        visit(value);
      }
    }
  };
  visit(root);
  return ranges.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
}

/** The header of a block (`|`, `>-`) may have a comment behind it. */
function withoutHeader(text: string, { start, end }: SourceRange): SourceRange {
  const lineEnd = text.indexOf('\n', start);
  return { start: lineEnd === -1 ? end : Math.min(lineEnd, end), end };
}

function findBetween(text: string, from: number, to: number, comments: SourceComment[]): void {
  for (let at = text.indexOf('#', from); at !== -1 && at < to; at = text.indexOf('#', at)) {
    if (at > 0 && !/\s/.test(text[at - 1]!)) {
      at++;
      continue;
    }
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    comments.push(commentAt(text, at, end));
    at = end;
  }
}

function commentAt(text: string, offset: number, end: number): SourceComment {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const ownLine = text.slice(lineStart, offset).trim() === '';
  return {
    text: text.slice(offset, end).trimEnd(),
    offset,
    column: offset - lineStart,
    ownLine,
    afterEmptyLine: ownLine && /\n[ \t\r]*\n[ \t]*$/.test(text.slice(Math.max(0, lineStart - 200), offset)),
    beforeEmptyLine: /^\r?\n[ \t]*\r?(?:\n|$)/.test(text.slice(end, end + 200)) && end + 1 < text.length,
  };
}
