import type { Picture, PictureArc, PictureNode } from './picture.ts';
import { STATUS_LOOK } from './status-look.ts';
import { labelWithCount } from './words.ts';

type Attributes = Readonly<Record<string, string | undefined>>;

/** A graph in the language of Graphviz. */
export function drawDot({ title, nodes, arcs }: Picture): string {
  const lines = [
    `digraph ${quoted(title)} {`,
    `  graph [${attributes({ rankdir: 'TB', bgcolor: 'transparent', ranksep: '0.45', nodesep: '0.35' })}];`,
    `  node [${attributes({ shape: 'box', style: 'rounded,filled', fillcolor: '#ffffff', color: '#8c959f', fontcolor: '#1f2328', fontname: 'Helvetica', fontsize: '11' })}];`,
    `  edge [${attributes({ color: '#818b98', fontcolor: '#57606a', fontname: 'Helvetica', fontsize: '9', arrowsize: '0.7' })}];`,
    ...nodes.map((node, index) => `  s${index} [${attributes(nodeAttributes(node))}];`),
    ...arcs.map(arc => `  s${arc.from} -> s${arc.to}${bracketed(arcAttributes(arc))};`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const SHAPES: Readonly<Record<PictureNode['shape'], string | undefined>> = {
  task: undefined,
  router: 'hexagon',
  loop: undefined,
  exit: 'doublecircle',
};

function nodeAttributes(node: PictureNode): Attributes {
  const colours = node.status === undefined ? undefined : STATUS_LOOK[node.status].light;
  const notes = [node.tools, node.each, node.isFinal ? 'finally' : undefined, node.status, node.note];
  return {
    label: [node.name, ...notes].filter(text => text !== undefined && text !== '').join('\n'),
    shape: SHAPES[node.shape],
    peripheries: node.shape === 'loop' ? '2' : undefined,
    penwidth: node.isEntry ? '2' : undefined,
    style: node.isReachable ? undefined : 'rounded,dashed',
    fillcolor: colours?.fill,
    color: colours?.line,
    fontcolor: colours?.text,
  };
}

function arcAttributes(arc: PictureArc): Attributes {
  const { kind, isBack, isImplicit, taken } = arc;
  const label = labelWithCount(arc);
  const own = kind === 'failure' ? '#cf222e' : isBack ? '#8250df' : undefined;
  const colour = taken === 0 ? '#d0d7de' : own;
  return {
    label: label === undefined ? undefined : ` ${label} `,
    style: kind === 'failure' ? 'dashed' : isImplicit ? 'dotted' : undefined,
    color: colour,
    fontcolor: colour,
    penwidth: (taken ?? 0) > 0 ? '2.5' : undefined,
    constraint: isBack ? 'false' : undefined,
  };
}

const bracketed = (values: Attributes): string => {
  const text = attributes(values);
  return text === '' ? '' : ` [${text}]`;
};

function attributes(values: Attributes): string {
  return Object.entries(values)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${quoted(value)}`]))
    .join(', ');
}

/** Labels know escapes (`\N`) and HTML entities: backslashes and ampersands are written out. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('&', '&amp;')
    .replaceAll('\n', '\\n');
  return `"${escaped}"`;
}
