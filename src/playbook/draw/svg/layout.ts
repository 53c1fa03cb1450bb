import type { Graph } from '../../graph-types.ts';
import type { Picture, PictureArc } from '../picture.ts';
import { type Grid, gridOf, selfArcsOf, type Track } from './grid.ts';
import type { Size } from './measure.ts';
import { orderRows } from './order-rows.ts';
import { placeCells } from './place-cells.ts';
import { ranksOf } from './ranks.ts';
import { routeOf, routesToItself } from './routes.ts';
import { straighten } from './straighten.ts';

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly routes: readonly Route[];
}

/** A node: its middle and its upper edge. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The way of an arc from its source to its target, and where its label stands (its middle). */
export interface Route {
  readonly arc: PictureArc;
  readonly points: readonly Point[];
  readonly label: Point | undefined;
}

export const MARGIN = 20;
/** Above the entry there is a dot with an arrow. */
export const START = 30;
const PORT_GAP = 16;
/** Boxes whose middles are this near stand one below the other. */
const SAME_COLUMN = 24;
const MOST_CELLS_TO_ARRANGE_TWICE = 5_000;

export function layOut(picture: Picture, graph: Graph): Layout {
  const { grid, places } = arrange(picture, ranksOf(picture, graph));
  const x = shifted(grid, places);
  const rows = rowBands(grid);
  const boxes = picture.nodes.map((_, node): Box => {
    const { width, height } = grid.sizes[node]!;
    const band = rows[grid.cells[node]!.row]!;
    return { x: x[node]!, y: (band.top + band.bottom - height) / 2, width, height };
  });
  const ports = portsOf(grid, x);
  const plan = { grid, x, rows, boxes, placeInRow: placesInRows(grid) };
  return {
    width: Math.ceil(grid.cells.reduce((most, cell, at) => Math.max(most, x[at]! + cell.right), 0) + MARGIN),
    height: Math.ceil((rows.at(-1)?.bottom ?? 0) + MARGIN),
    boxes,
    routes: [
      ...grid.tracks.map((track, at) => routeOf(track, ports[at]!, plan)),
      ...[...selfArcsOf(picture)].flatMap(([node, arcs]) => routesToItself(arcs, boxes[node]!)),
    ],
  };
}

/** Arranges twice: which side of a loop its back arcs should run on is seen only from a first arrangement. */
function arrange(picture: Picture, ranks: readonly number[]): { grid: Grid; places: number[] } {
  const first = gridOf(picture, ranks);
  orderRows(first);
  const places = placeCells(first);
  const onTheLeft = picture.arcs.filter(
    ({ isBack, from, to }) => isBack && places[from]! < places[to]! - SAME_COLUMN,
  );
  if (onTheLeft.length === 0 || first.cells.length > MOST_CELLS_TO_ARRANGE_TWICE) {
    straighten(first, places);
    return { grid: first, places };
  }
  const grid = gridOf(picture, ranks, new Set(onTheLeft));
  orderRows(grid);
  const better = placeCells(grid);
  straighten(grid, better);
  return { grid, places: better };
}

function shifted(grid: Grid, x: readonly number[]): readonly number[] {
  const leftmost = grid.cells.reduce(
    (least, cell, at) => Math.min(least, x[at]! - cell.left),
    0 + (x[0] ?? 0),
  );
  return x.map(place => Math.round((place - leftmost + MARGIN) * 10) / 10);
}

function placesInRows({ cells, rows }: Grid): readonly number[] {
  const places: number[] = new Array(cells.length).fill(0);
  for (const row of rows)
    row.forEach((cell, at) => {
      places[cell] = at;
    });
  return places;
}

export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** Rows from top to bottom. A row without labels is only as high as arcs need to bend. */
function rowBands({ rows, cells }: Grid): readonly Band[] {
  const bands: Band[] = [];
  let top = MARGIN + START;
  rows.forEach((row, at) => {
    const isNodeRow = at % 2 === 0;
    const height = row.reduce((most, cell) => Math.max(most, cells[cell]!.height), 0);
    bands.push({ top, bottom: top + height });
    const below = isNodeRow ? rows[at + 1] : rows[at];
    const hasLabels = below?.some(cell => cells[cell]!.content === 'label') ?? false;
    top += height + (hasLabels ? 20 : 19);
  });
  return bands;
}

export interface Ports {
  readonly upper: number;
  readonly lower: number;
}

/** Spreads the arcs that leave or enter a box on the same side, from left to right as they come. */
function portsOf(grid: Grid, x: readonly number[]): readonly Ports[] {
  const ports = grid.tracks.map(track => ({ upper: track.upperOffset, lower: track.lowerOffset }));
  const spread = (
    end: 'upper' | 'lower',
    nodeOf: (track: Track) => number,
    next: (track: Track) => number,
  ) => {
    const byNode = new Map<number, number[]>();
    grid.tracks.forEach((track, at) => {
      if (track.arc.isBack) return;
      const known = byNode.get(nodeOf(track));
      if (known === undefined) byNode.set(nodeOf(track), [at]);
      else known.push(at);
    });
    for (const [node, tracks] of byNode) {
      const gap = Math.min(PORT_GAP, (grid.sizes[node]!.width - 24) / tracks.length);
      tracks.sort((a, b) => x[next(grid.tracks[a]!)]! - x[next(grid.tracks[b]!)]!);
      tracks.forEach((track, at) => {
        ports[track]![end] = gap * (at - (tracks.length - 1) / 2);
      });
    }
  };
  spread(
    'upper',
    ({ cells }) => cells[0]!,
    ({ cells }) => cells[1]!,
  );
  spread(
    'lower',
    ({ cells }) => cells.at(-1)!,
    ({ cells }) => cells.at(-2)!,
  );
  return ports;
}
