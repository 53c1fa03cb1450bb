import type { PictureArc } from '../picture.ts';
import { type Grid, LANE, SELF_ARC_HEIGHT, type Track } from './grid.ts';
import type { Band, Box, Point, Ports, Route } from './layout.ts';
import { LABEL_HEIGHT, labelWidth } from './measure.ts';

/** Where everything stands. */
export interface Plan {
  readonly grid: Grid;
  readonly x: readonly number[];
  readonly rows: readonly Band[];
  readonly boxes: readonly Box[];
  /** Place of each cell in its row, from the left. */
  readonly placeInRow: readonly number[];
}

export function routeOf(track: Track, ports: Ports, plan: Plan): Route {
  const { arc, cells } = track;
  const { grid, x, rows, boxes } = plan;
  const labelled = cells.find(cell => grid.cells[cell]!.content === 'label');
  const band = labelled === undefined ? undefined : rows[grid.cells[labelled]!.row]!;
  const label = band === undefined ? undefined : { x: x[labelled!]!, y: (band.top + band.bottom) / 2 };
  const upper = boxes[cells[0]!]!;
  const lower = boxes[cells.at(-1)!]!;
  const start: Point = { x: upper.x + ports.upper, y: upper.y + upper.height };
  const end: Point = { x: lower.x + ports.lower, y: lower.y };
  const bends = bendsBetween(start, end, track, plan);
  if (!arc.isBack) return { arc, points: [start, ...bends, end], label };
  return { arc, points: upwards(start, end, bends, upper, lower), label };
}

/**
 * A bend runs upright through its row. Where the row is empty there, it is left out: one curve is
 * calmer than two.
 */
function bendsBetween(start: Point, end: Point, { cells }: Track, plan: Plan): readonly Point[] {
  const { grid, x, rows } = plan;
  const points: Point[] = [];
  cells.slice(1, -1).forEach((cell, at) => {
    const next = cells[at + 2]!;
    const before = points.at(-1)?.x ?? start.x;
    const after = at + 3 === cells.length ? end.x : x[next]!;
    if (isFree(cell, (before + after) / 2, plan)) return;
    const { top, bottom } = rows[grid.cells[cell]!.row]!;
    points.push({ x: x[cell]!, y: top }, { x: x[cell]!, y: bottom });
  });
  return points;
}

/** Whether an arc may pass the row of its bend at another place without touching a label. */
function isFree(bend: number, place: number, { grid, x, placeInRow }: Plan): boolean {
  const { row, content } = grid.cells[bend]!;
  if (content === 'label' || row % 2 === 0) return false;
  const cells = grid.rows[row]!;
  const [left, right] = [Math.min(place, x[bend]!) - 10, Math.max(place, x[bend]!) + 10];
  const touches = (at: number): boolean => {
    const cell = cells[at];
    if (cell === undefined) return false;
    return x[cell]! + grid.cells[cell]!.right >= left && x[cell]! - grid.cells[cell]!.left <= right;
  };
  const isLabel = (at: number) => grid.cells[cells[at]!]!.content === 'label';
  for (const step of [-1, 1])
    for (let at = placeInRow[bend]! + step; touches(at); at += step) if (isLabel(at)) return false;
  return true;
}

/** Out of the side of the lower box, up its lane, and into the same side of the upper one. */
function upwards(
  start: Point,
  end: Point,
  bends: readonly Point[],
  upper: Box,
  lower: Box,
): readonly Point[] {
  const side = Math.sign(end.x - lower.x);
  const lane = (place: number, box: Box) =>
    Math.round((Math.abs(place - box.x) - box.width / 2) / LANE - 0.9);
  const out = Math.min(12 + 9 * lane(end.x, lower), lower.height - 10);
  const into = Math.min(12 + 9 * lane(start.x, upper), upper.height - 10);
  return [
    { x: lower.x + (side * lower.width) / 2, y: lower.y + out },
    end,
    ...bends.toReversed(),
    start,
    { x: upper.x + (side * upper.width) / 2, y: upper.y + upper.height - into },
  ];
}

/** Out of the right side and back into it: one near the top, several one below the other. */
export function routesToItself(arcs: readonly PictureArc[], box: Box): readonly Route[] {
  const middle = arcs.length === 1 ? Math.min(box.height / 2, 15) : box.height / 2;
  const first = box.y + middle - ((arcs.length - 1) / 2) * SELF_ARC_HEIGHT;
  return arcs.map((arc, at) => routeToItself(arc, box, first + at * SELF_ARC_HEIGHT));
}

function routeToItself(arc: PictureArc, box: Box, y: number): Route {
  const right = box.x + box.width / 2;
  const reach = LABEL_HEIGHT / 2 - 1;
  const onBox = (place: number) => Math.min(Math.max(place, box.y + 4), box.y + box.height - 4);
  return {
    arc,
    points: [
      { x: right, y: onBox(y + reach) },
      { x: right + 24, y },
      { x: right, y: onBox(y - reach) },
    ],
    label: arc.label === undefined ? undefined : { x: right + 26 + labelWidth(arc.label) / 2, y },
  };
}
