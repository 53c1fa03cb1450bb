import type { DrawnStatus } from './draw-options.ts';
import type { Picture, PictureArc, PictureNode } from './picture.ts';
import { STATUS_LOOK } from './status-look.ts';
import { labelWithCount } from './words.ts';

const SHAPES: Readonly<Record<PictureNode['shape'], readonly [string, string]>> = {
  task: ['["', '"]'],
  router: ['{{"', '"}}'],
  loop: ['[["', '"]]'],
  exit: ['(("', '"))'],
};
const ENTRY_SHAPE = ['(["', '"])'] as const;

/** A Mermaid flowchart. Names never are identifiers: a step may be called `end`, which ends a block there. */
export function drawMermaid({ title, nodes, arcs }: Picture): string {
  const statuses = new Set(nodes.flatMap(node => node.status ?? []));
  const lines = [
    'flowchart TD',
    `accTitle: ${accessible(title)}`,
    ...nodes.map(nodeLine),
    ...arcs.map(arcLine),
    ...[...statuses].sort().map(classLine),
    ...linkStyle(arcs, arc => arc.taken === 0, 'opacity:0.35'),
    ...linkStyle(arcs, arc => (arc.taken ?? 0) > 0, 'stroke-width:3px'),
    ...linkStyle(arcs, arc => arc.kind === 'failure', 'stroke:#cf222e'),
    ...linkStyle(arcs, arc => arc.isBack && arc.kind !== 'failure', 'stroke:#8250df'),
  ];
  return `${lines.join('\n  ')}\n`;
}

function nodeLine(node: PictureNode, index: number): string {
  const [open, close] = node.isEntry && node.shape === 'task' ? ENTRY_SHAPE : SHAPES[node.shape];
  const notes = [node.tools, node.each, node.isFinal ? 'finally' : '', node.status ?? '', node.note];
  const label = [node.name, ...notes]
    .filter(text => text !== undefined && text !== '')
    .map(text => escaped(text ?? ''))
    .join('<br/>');
  return `s${index}${open}${label}${close}${node.status === undefined ? '' : `:::${node.status}`}`;
}

function arcLine(arc: PictureArc): string {
  const line = arc.kind === 'failure' ? '-.->' : arc.isBack ? '==>' : '-->';
  const text = labelWithCount(arc);
  const label = text === undefined ? '' : `|"${escaped(text)}"|`;
  return `s${arc.from} ${line}${label} s${arc.to}`;
}

function classLine(status: DrawnStatus): string {
  const { fill, line, text } = STATUS_LOOK[status].light;
  return `classDef ${status} fill:${fill},stroke:${line},color:${text}`;
}

/** Links are styled by their number in the order of the text. */
function linkStyle(
  arcs: readonly PictureArc[],
  which: (arc: PictureArc) => boolean,
  style: string,
): readonly string[] {
  const numbers = arcs.flatMap((arc, number) => (which(arc) ? [number] : []));
  return numbers.length === 0 ? [] : [`linkStyle ${numbers.join(',')} ${style}`];
}

/**
 * Everything but letters, digits and harmless marks becomes a character code, as Mermaid writes them; so
 * does a mark at the beginning that would make the label a list.
 */
function escaped(text: string): string {
  const code = (character: string) => `#${character.codePointAt(0)};`;
  return text.replace(/[^\p{L}\p{N} _.,:/()+*=→…·-]/gu, code).replace(/^[-+*]|(?<=^\d+)\./u, code);
}

/** The accessible title is plain text up to the end of the line. */
function accessible(text: string): string {
  return text.replace(/[^\p{L}\p{N} _.,/-]/gu, ' ').trim() || 'playbook';
}
