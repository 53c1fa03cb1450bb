import type { Picture, PictureArc } from '../picture.ts';
import { LABEL_HEIGHT, labelWidth, type Size, sizeOf } from './measure.ts';

/**
 * Everything that takes room, in rows: steps in the even rows, conditions in the odd ones, and a bend
 * wherever an arc passes through a row.
 */
export interface Grid {
  readonly cells: readonly Cell[];
  /** Cells of each row from left to right: the thing to be found. */
  readonly rows: number[][];
  readonly links: readonly Link[];
  readonly tracks: readonly Track[];
  readonly sizes: readonly Size[];
}

export interface Cell {
  readonly row: number;
  readonly content: 'node' | 'label' | 'bend';
  /** Room to either side of the middle. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** Two cells of neighbouring rows that an arc connects; it meets the upper and lower one off their middle. */
export interface Link {
  readonly upper: number;
  readonly lower: number;
  readonly upperOffset: number;
  readonly lowerOffset: number;
  /** How much it matters that the link is straight. */
  readonly weight: number;
}

/** The way of an arc: its cells from the upper node to the lower one. */
export interface Track {
  readonly arc: PictureArc;
  readonly cells: readonly number[];
  /** Where a back arc runs beside its upper and lower node; 0 for the others, which get ports later. */
  readonly upperOffset: number;
  readonly lowerOffset: number;
}

/** Room that each back arc has right of a box. */
export const LANE = 16;
/** Room right of a step that leads to itself. */
const SELF_ARC = 30;
export const SELF_ARC_HEIGHT = 20;
const BEND = 5;
/** Beyond this, long arcs are drawn straight: bends grow with the square of the steps. */
const MOST_BENDS = 20_000;
const LONG = 6;

/** Back arcs run right of the boxes they connect, those in `onTheLeft` left of them. */
export function gridOf(
  picture: Picture,
  ranks: readonly number[],
  onTheLeft: ReadonlySet<PictureArc> = new Set(),
): Grid {
  return new GridBuilder(picture, ranks, onTheLeft).build();
}

/** Arcs from a step to itself, by step. */
export function selfArcsOf({ arcs }: Picture): ReadonlyMap<number, readonly PictureArc[]> {
  const own = new Map<number, PictureArc[]>();
  for (const arc of arcs) if (arc.from === arc.to) own.set(arc.from, [...(own.get(arc.from) ?? []), arc]);
  return own;
}

class GridBuilder implements Grid {
  readonly cells: Cell[] = [];
  readonly rows: number[][];
  readonly links: Link[] = [];
  readonly tracks: Track[] = [];
  readonly sizes: readonly Size[];
  readonly #picture: Picture;
  readonly #ranks: readonly number[];
  readonly #onTheLeft: ReadonlySet<PictureArc>;
  readonly #selfArcs: ReadonlyMap<number, readonly PictureArc[]>;
  readonly #leftLanes: readonly (readonly PictureArc[])[];
  readonly #rightLanes: readonly (readonly PictureArc[])[];

  constructor(picture: Picture, ranks: readonly number[], onTheLeft: ReadonlySet<PictureArc>) {
    this.#picture = picture;
    this.#ranks = ranks;
    this.#onTheLeft = onTheLeft;
    this.#selfArcs = selfArcsOf(picture);
    this.sizes = picture.nodes.map(sizeOf);
    const deepest = ranks.reduce((a, b) => Math.max(a, b), 0);
    this.rows = Array.from({ length: 2 * deepest + 1 }, () => []);
    this.#leftLanes = this.#lanesOf(arc => onTheLeft.has(arc));
    this.#rightLanes = this.#lanesOf(arc => !onTheLeft.has(arc));
  }

  build(): Grid {
    this.#picture.nodes.forEach((_, node) => {
      this.#addNode(node);
    });
    let bends = 0;
    for (const arc of this.#picture.arcs) {
      if (arc.from === arc.to) continue;
      const span = Math.abs(this.#ranks[arc.from]! - this.#ranks[arc.to]!);
      bends += 2 * span - 1;
      this.#addTrack(arc, bends <= MOST_BENDS || span < LONG);
    }
    return this;
  }

  /** The lanes beside each node, the ones of shorter arcs further inside. */
  #lanesOf(which: (arc: PictureArc) => boolean): readonly (readonly PictureArc[])[] {
    const lanes: PictureArc[][] = this.#picture.nodes.map(() => []);
    const back = this.#picture.arcs.filter(arc => arc.isBack && arc.from !== arc.to && which(arc));
    const span = (arc: PictureArc) => this.#ranks[arc.from]! - this.#ranks[arc.to]!;
    for (const arc of back.sort((a, b) => span(a) - span(b))) {
      lanes[arc.from]!.push(arc);
      lanes[arc.to]!.push(arc);
    }
    return lanes;
  }

  #laneOffset(node: number, arc: PictureArc): number {
    if (!arc.isBack) return 0;
    const isLeft = this.#onTheLeft.has(arc);
    const lane = (isLeft ? this.#leftLanes : this.#rightLanes)[node]!.indexOf(arc);
    const offset = this.sizes[node]!.width / 2 + LANE * (lane + 0.9);
    return isLeft ? -offset : offset;
  }

  #addNode(node: number): void {
    const { width, height } = this.sizes[node]!;
    const own = this.#selfArcs.get(node) ?? [];
    const labels = own.map(({ label }) => (label === undefined ? 0 : labelWidth(label)));
    const aside = own.length === 0 ? 0 : SELF_ARC + Math.max(...labels);
    this.#addCell({
      row: 2 * this.#ranks[node]!,
      content: 'node',
      left: width / 2 + LANE * this.#leftLanes[node]!.length,
      right: width / 2 + Math.max(LANE * this.#rightLanes[node]!.length, aside),
      height: Math.max(height, own.length * SELF_ARC_HEIGHT),
    });
  }

  #addTrack(arc: PictureArc, withBends: boolean): void {
    const [upper, lower] = arc.isBack ? [arc.to, arc.from] : [arc.from, arc.to];
    const first = 2 * this.#ranks[upper]! + 1;
    const last = 2 * this.#ranks[lower]! - 1;
    const cells = [upper];
    for (let row = first; row <= last && withBends; row++) {
      const labelled = arc.label !== undefined && row === (arc.isBack ? last : first);
      const half = labelled ? labelWidth(arc.label) / 2 : BEND;
      const height = labelled ? LABEL_HEIGHT : 0;
      cells.push(
        this.#addCell({ row, content: labelled ? 'label' : 'bend', left: half, right: half, height }),
      );
    }
    cells.push(lower);
    const track: Track = {
      arc,
      cells,
      upperOffset: this.#laneOffset(upper, arc),
      lowerOffset: this.#laneOffset(lower, arc),
    };
    this.tracks.push(track);
    if (withBends) this.#link(track);
  }

  #link({ cells, upperOffset, lowerOffset }: Track): void {
    for (let at = 1; at < cells.length; at++) {
      const ends = Number(at === 1) + Number(at === cells.length - 1);
      this.links.push({
        upper: cells[at - 1]!,
        lower: cells[at]!,
        upperOffset: at === 1 ? upperOffset : 0,
        lowerOffset: at === cells.length - 1 ? lowerOffset : 0,
        weight: ends === 0 ? 8 : ends === 1 ? 2 : 1,
      });
    }
  }

  #addCell(cell: Cell): number {
    const index = this.cells.push(cell) - 1;
    this.rows[cell.row]!.push(index);
    return index;
  }
}
