import type { Graph, GraphLoop, StepIndex } from '../graph-types.ts';
import type { DrawOptions, TextStyle } from './draw-options.ts';
import type { Picture, PictureArc, PictureNode } from './picture.ts';
import { STATUS_LOOK } from './status-look.ts';
import { columns } from './words.ts';

interface Glyphs {
  readonly shapes: Readonly<Record<PictureNode['shape'], string>>;
  readonly final: string;
  readonly branch: string;
  readonly lastBranch: string;
  readonly arrow: string;
  readonly backArrow: string;
  readonly failureArrow: string;
  readonly loop: readonly [first: string, middle: string, last: string];
}

const UNICODE: Glyphs = {
  shapes: { task: '○', router: '◇', loop: '⟳', exit: '■' },
  final: '■',
  branch: '├',
  lastBranch: '└',
  arrow: '─▶ ',
  backArrow: '─↺ ',
  failureArrow: '─✗ ',
  loop: ['╭', '│', '╰'],
};

const ASCII: Glyphs = {
  shapes: { task: 'o', router: '?', loop: '@', exit: '#' },
  final: '#',
  branch: '|',
  lastBranch: '`',
  arrow: '-> ',
  backArrow: '-^ ',
  failureArrow: '-! ',
  loop: ['/', '|', '\\'],
};

/** Loops deeper than this share one bar: bars are there to be seen at a glance. */
const MOST_BARS = 6;

/**
 * Steps in routing order, each with the arcs that leave it; a bar on the left holds the steps of a loop
 * together, from its head on.
 */
export function drawText(picture: Picture, graph: Graph, options: DrawOptions = {}): string {
  const draft = new TextDraft(options.ascii ? asciiOnly(picture) : picture, graph, options);
  const lines = [draft.title(), '', ...graph.order.flatMap(step => draft.block(step))];
  const text = lines.map(line => line.trimEnd()).join('\n');
  return `${text.trimEnd()}\n`;
}

function asciiOnly({ title, nodes, arcs }: Picture): Picture {
  const fold = (text: string) =>
    text
      .replaceAll('→', '->')
      .replaceAll('…', '...')
      .replace(/[^ -~]/gu, '?');
  return {
    title: fold(title),
    nodes: nodes.map(node => ({
      ...node,
      name: fold(node.name),
      tools: fold(node.tools),
      each: node.each === undefined ? undefined : fold(node.each),
      note: node.note === undefined ? undefined : fold(node.note),
    })),
    arcs: arcs.map(arc => ({ ...arc, label: arc.label === undefined ? undefined : fold(arc.label) })),
  };
}

class TextDraft {
  readonly #picture: Picture;
  readonly #graph: Graph;
  readonly #options: DrawOptions;
  readonly #glyphs: Glyphs;
  readonly #arcsOf: readonly (readonly PictureArc[])[];
  readonly #bars: number;
  /** Loops around the step being drawn, outermost first. */
  #open: readonly GraphLoop[] = [];

  constructor(picture: Picture, graph: Graph, options: DrawOptions) {
    this.#picture = picture;
    this.#graph = graph;
    this.#options = options;
    this.#glyphs = options.ascii ? ASCII : UNICODE;
    const arcsOf: PictureArc[][] = picture.nodes.map(() => []);
    for (const arc of picture.arcs) arcsOf[arc.from]!.push(arc);
    this.#arcsOf = arcsOf;
    const deepest = graph.order.reduce((most, step) => Math.max(most, graph.heads(step).size), 0);
    this.#bars = Math.min(MOST_BARS, deepest);
  }

  title(): string {
    const steps = this.#graph.size === 1 ? '1 step' : `${this.#graph.size} steps`;
    return `${this.#paint(this.#picture.title, 'name')}${this.#paint(`  ${steps}`, 'faint')}`;
  }

  /** To be called in routing order. */
  block(step: StepIndex): readonly string[] {
    const own = this.#graph.loopOf(step);
    this.#open = this.#open.filter(loop => loop.body.has(step));
    if (own !== undefined && this.#open.length < this.#bars) this.#open = [...this.#open, own];
    const arcs = this.#arcsOf[step]!;
    const width = arcs.reduce((most, arc) => Math.max(most, columns(this.#nameOf(arc.to))), 0);
    const lines = [
      this.#header(step),
      ...arcs.map((arc, at) => this.#arc(arc, at === arcs.length - 1, width)),
    ];
    return [...lines.map((line, at) => this.#bar(step, at, lines.length) + line), this.#bar(step, -1, 0)];
  }

  #header(step: StepIndex): string {
    const node = this.#picture.nodes[step]!;
    const notes = [
      node.tools,
      node.each,
      node.isEntry ? 'entry' : undefined,
      node.isFinal ? 'finally' : undefined,
      node.isReachable ? undefined : 'never reached',
      this.#joined(step),
    ].filter(note => note !== undefined && note !== '');
    const name = node.isReachable ? this.#paint(node.name, 'name') : this.#paint(node.name, 'faint');
    return [
      `${this.#marker(node)} ${name}`,
      ...(node.status === undefined ? [] : [this.#paint(node.status, node.status)]),
      ...(node.note === undefined ? [] : [node.note]),
      ...(notes.length === 0 ? [] : [this.#paint(notes.join(this.#options.ascii ? ', ' : ' · '), 'faint')]),
    ].join('  ');
  }

  #marker({ status, shape, isFinal }: PictureNode): string {
    if (status === undefined) return isFinal ? this.#glyphs.final : this.#glyphs.shapes[shape];
    const { ascii, glyph } = STATUS_LOOK[status];
    return this.#paint(this.#options.ascii ? ascii : glyph, status);
  }

  /** The steps a join waits for; the ways back into a loop are no part of it. */
  #joined(step: StepIndex): string | undefined {
    const into = this.#graph.incoming[step]!.filter(arc => !arc.back);
    const sources = [...new Set(into.map(arc => arc.from))];
    if (sources.length < 2) return undefined;
    const names = sources.slice(0, 3).map(from => this.#nameOf(from));
    return `after ${names.join(', ')}${sources.length > 3 ? ` and ${sources.length - 3} more` : ''}`;
  }

  #arc(arc: PictureArc, isLast: boolean, width: number): string {
    const { branch, lastBranch, arrow, backArrow, failureArrow } = this.#glyphs;
    const [tip, style]: readonly [string, TextStyle] = arc.isBack
      ? [backArrow, 'back']
      : arc.kind === 'failure'
        ? [failureArrow, 'failure']
        : [arrow, 'faint'];
    const name = this.#nameOf(arc.to);
    const label = arc.label === undefined ? '' : `${' '.repeat(width - columns(name))}  ${arc.label}`;
    const line = this.#paint(`${isLast ? lastBranch : branch}${tip}`, style);
    if (arc.taken === 0) return `${line}${this.#paint(`${name}${label}`, 'faint')}`;
    const condition = this.#paint(label, arc.kind === 'failure' ? 'failure' : 'condition');
    return `${line}${name}${condition}${this.#taken(arc)}`;
  }

  #taken({ taken }: PictureArc): string {
    if (taken === undefined) return '';
    const { glyph, ascii } = STATUS_LOOK.COMPLETED;
    const times = taken === 1 ? '' : ` ${taken}${this.#options.ascii ? 'x' : '×'}`;
    return `  ${this.#paint(`${this.#options.ascii ? ascii : glyph}${times}`, 'COMPLETED')}`;
  }

  /** The bars left of one line of a step's block; `line` -1 is the empty line after it. */
  #bar(step: StepIndex, line: number, lines: number): string {
    if (this.#bars === 0) return '';
    const place = this.#graph.positionInOrder;
    const [first, middle, last] = this.#glyphs.loop;
    const bars = this.#open.map(({ head, body }) => {
      const isLast = place[step] === place[head]! + body.size - 1;
      if (head === step && line === 0) return first;
      if (isLast && line === -1) return ' ';
      return isLast && line === lines - 1 ? last : middle;
    });
    return `${this.#paint(bars.join(''), 'back')}${' '.repeat(this.#bars - bars.length + 1)}`;
  }

  #nameOf(node: number): string {
    return this.#picture.nodes[node]!.name;
  }

  #paint(text: string, style: TextStyle): string {
    return text.trim() === '' ? text : (this.#options.paint?.(text, style) ?? text);
  }
}
