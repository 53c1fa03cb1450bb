import type { Graph } from '../../graph-types.ts';
import type { DrawOptions } from '../draw-options.ts';
import type { Picture, PictureArc, PictureNode } from '../picture.ts';
import { STATUS_LOOK } from '../status-look.ts';
import { escapeXml } from './escape-xml.ts';
import { type Box, layOut, type Point, type Route, START } from './layout.ts';
import { LABEL_HEIGHT, LABEL_SIZE, labelWidth, NAME_SIZE, notesOf } from './measure.ts';
import { styleSheet } from './style.ts';

/** A drawing that needs nothing beside itself: no fonts, scripts or images from elsewhere. */
export function drawSvg(picture: Picture, graph: Graph, options: DrawOptions = {}): string {
  const layout = layOut(picture, graph);
  const statuses = new Set(picture.nodes.flatMap(node => node.status ?? []));
  const { width, height } = layout;
  const entry = layout.boxes[graph.entry]!;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" class="noetl-graph" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(picture.title)}</title>`,
    `<style>\n${styleSheet(options.theme, statuses, options.taken !== undefined)}\n</style>`,
    `<defs>${MARKERS}</defs>`,
    start(entry),
    ...layout.routes.map(arcLine),
    ...picture.nodes.map((node, index) => nodeGroup(node, layout.boxes[index]!)),
    ...layout.routes.flatMap(arcLabel),
    '</svg>',
  ].join('\n')}\n`;
}

const marker = (kind: string): string =>
  `<marker id="noetl-tip-${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path class="tip ${kind}" d="M0 .6 8 4 0 7.4 1.8 4z"/></marker>`;

const MARKERS = ['plain', 'failure', 'back'].map(marker).join('');

/** Where an execution begins: a dot above the entry. */
function start({ x, y }: Box): string {
  const top = y - START + 7;
  return `<circle class="dot" cx="${round(x)}" cy="${round(top)}" r="4.5"/>\n<path class="arc" marker-end="url(#noetl-tip-plain)" d="M${round(x)} ${round(top + 4)}V${round(y)}"/>`;
}

function nodeGroup(node: PictureNode, box: Box): string {
  const classes = [
    node.shape,
    ...(node.isEntry ? ['entry'] : []),
    ...(node.isReachable ? [] : ['unreachable']),
    ...(node.status === undefined ? [] : [node.status]),
  ];
  const words = [node.name, ...notesOf(node), node.status ?? ''].filter(text => text !== '');
  return [
    `<g class="${classes.join(' ')}" transform="translate(${round(box.x)} ${round(box.y)})">`,
    `<title>${escapeXml(words.join('\n'))}</title>`,
    ...outline(node, box),
    ...texts(node, box),
    '</g>',
  ].join('');
}

function outline({ shape }: PictureNode, { width, height }: Box): readonly string[] {
  const rect = (dx: number, dy: number, radius: number) =>
    `<rect class="box" x="${round(-width / 2 + dx)}" y="${dy}" width="${width}" height="${height}" rx="${radius}"/>`;
  switch (shape) {
    case 'exit':
      return [
        `<circle class="box" cy="${height / 2}" r="${height / 2}"/>`,
        `<circle class="dot" cy="${height / 2}" r="${height / 2 - 5}"/>`,
      ];
    case 'router':
      return [rect(0, 0, height / 2)];
    // A pile of cards: once per item.
    case 'loop':
      return [rect(6, 6, 8), rect(3, 3, 8), rect(0, 0, 8)];
    case 'task':
      return [rect(0, 0, 8)];
  }
}

function texts(node: PictureNode, { height }: Box): readonly string[] {
  if (node.shape === 'exit') return [];
  const notes = notesOf(node);
  const glyph = node.status === undefined ? '' : `${STATUS_LOOK[node.status].glyph} `;
  const first = (height - 15 * notes.length) / 2 + NAME_SIZE * 0.35;
  return [
    `<text class="name" y="${round(first)}">${escapeXml(glyph + node.name)}</text>`,
    ...notes.map(
      (note, at) => `<text class="note" y="${round(first + 15 * (at + 1))}">${escapeXml(note)}</text>`,
    ),
  ];
}

const kindOf = ({ kind, isBack }: PictureArc) => (kind === 'failure' ? 'failure' : isBack ? 'back' : 'plain');

function arcLine({ arc, points }: Route): string {
  const kind = kindOf(arc);
  const run = arc.taken === undefined ? '' : arc.taken > 0 ? ' taken' : ' untaken';
  const classes = `arc ${kind}${arc.isImplicit ? ' implicit' : ''}${run}`;
  const path = arc.from === arc.to ? bulge(points) : arc.isBack ? sideways(points) : downwards(points);
  return `<path class="${classes}" marker-end="url(#noetl-tip-${kind})" d="${path}"/>`;
}

function arcLabel({ arc, label }: Route): readonly string[] {
  if (label === undefined || arc.label === undefined) return [];
  const width = labelWidth(arc.label);
  const x = round(label.x - width / 2);
  const y = round(label.y - LABEL_HEIGHT / 2);
  return [
    `<g class="label ${kindOf(arc)}"><title>${escapeXml(arc.label)}</title><rect x="${x}" y="${y}" width="${width}" height="${LABEL_HEIGHT}" rx="${LABEL_HEIGHT / 2}"/><text x="${round(label.x)}" y="${round(label.y + LABEL_SIZE * 0.35)}">${escapeXml(arc.label)}</text></g>`,
  ];
}

/** From point to point in curves that begin and end upright. */
function downwards([first, ...rest]: readonly Point[]): string {
  return `M${at(first!)}${rest.map((point, index) => upright(index === 0 ? first! : rest[index - 1]!, point)).join('')}`;
}

function upright(from: Point, to: Point): string {
  if (Math.abs(from.x - to.x) < 0.5) return `L${at(to)}`;
  const middle = (from.y + to.y) / 2;
  return `C${at({ x: from.x, y: middle })} ${at({ x: to.x, y: middle })} ${at(to)}`;
}

/** Out of the side of a box into its lane, up, and into the side of another one. */
function sideways(points: readonly Point[]): string {
  const [first, lane, ...rest] = points;
  const last = rest.at(-1)!;
  const up = rest.slice(0, -1);
  const before = up.at(-1)!;
  const bends = up.map((point, index) => upright(index === 0 ? lane! : up[index - 1]!, point)).join('');
  return `M${at(first!)}Q${at({ x: lane!.x, y: first!.y })} ${at(lane!)}${bends}Q${at({ x: before.x, y: last.y })} ${at(last)}`;
}

function bulge([first, outside, last]: readonly Point[]): string {
  const reach = outside!.x + 6;
  return `M${at(first!)}C${at({ x: reach, y: first!.y + 6 })} ${at({ x: reach, y: last!.y - 6 })} ${at(last!)}`;
}

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;
