import type { Grid, Track } from './grid.ts';
import { apart } from './place-cells.ts';

const PASSES = 3;
/** A step that stands this near to being in line with the one above it is moved into line. */
const NEAR = 34;
/** The same for a step with several above it: it stands between them for a reason. */
const NEAR_FOR_JOIN = 12;

/**
 * Lets arcs run straight. The bends of an arc move to a common place where the rows have room for it, at
 * best in line with one of the ends; steps that are nearly in line with a neighbour are moved into line.
 */
export function straighten(grid: Grid, x: number[]): void {
  const neighbours = neighboursIn(grid);
  const room = (cell: number): Room => {
    const [left, right] = neighbours[cell]!;
    const own = grid.cells[cell]!;
    return [
      left === undefined ? Number.NEGATIVE_INFINITY : x[left]! + apart(grid.cells[left]!, own),
      right === undefined ? Number.POSITIVE_INFINITY : x[right]! - apart(own, grid.cells[right]!),
    ];
  };
  const tracks = grid.tracks.filter(track => track.cells.length > 2);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const track of tracks) settle(straightRuns(track, room), track, x);
    align(grid, room, x);
  }
  for (const track of tracks) settle(straightRuns(track, room), track, x);
}

/** The places where a cell does not come too near to its neighbours. */
type Room = readonly [from: number, to: number];

/** From top to bottom, so that a chain of steps follows its first one. */
function align(grid: Grid, room: (cell: number) => Room, x: number[]): void {
  const above = new Map<number, number[]>();
  for (const { arc, cells } of grid.tracks) {
    if (arc.isBack) continue;
    const known = above.get(cells.at(-1)!);
    if (known === undefined) above.set(cells.at(-1)!, [cells[0]!]);
    else known.push(cells[0]!);
  }
  for (const row of grid.rows)
    for (const cell of row) {
      const [from, to] = room(cell);
      const places = (above.get(cell) ?? []).map(upper => x[upper]!);
      const near = places.length === 1 ? NEAR : NEAR_FOR_JOIN;
      const reachable = places.filter(
        place => place >= from && place <= to && Math.abs(place - x[cell]!) < near,
      );
      x[cell] = nearest(reachable, x[cell]!) ?? x[cell]!;
    }
}

function nearest(places: readonly number[], to: number): number | undefined {
  return places.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
}

interface Run {
  readonly cells: number[];
  from: number;
  to: number;
}

/** The bends of a track in as few pieces as the room allows. */
function straightRuns({ cells }: Track, room: (cell: number) => Room): readonly Run[] {
  const runs: Run[] = [];
  for (const cell of cells.slice(1, -1)) {
    const [from, to] = room(cell);
    const run = runs.at(-1);
    if (run !== undefined && Math.max(run.from, from) <= Math.min(run.to, to)) {
      run.cells.push(cell);
      run.from = Math.max(run.from, from);
      run.to = Math.min(run.to, to);
    } else runs.push({ cells: [cell], from, to });
  }
  return runs;
}

/** In line with an end if there is room for that, else in line with the run above, else as near as it was. */
function settle(runs: readonly Run[], track: Track, x: number[]): void {
  const [upper, lower] = endsOf(track, x);
  let above: number | undefined;
  runs.forEach(({ cells, from, to }, at) => {
    if (from > to) return;
    const mean = cells.reduce((sum, cell) => sum + x[cell]!, 0) / cells.length;
    const ends = [...(at === 0 ? [upper] : []), ...(at === runs.length - 1 ? [lower] : [])];
    const aligned = nearest(
      ends.filter(end => end >= from && end <= to),
      mean,
    );
    above = aligned ?? Math.min(Math.max(above ?? mean, from), to);
    for (const cell of cells) x[cell] = above;
  });
}

/** Where the track would be in line with its upper and its lower node. */
function endsOf({ cells, upperOffset, lowerOffset }: Track, x: readonly number[]): readonly [number, number] {
  return [x[cells[0]!]! + upperOffset, x[cells.at(-1)!]! + lowerOffset];
}

function neighboursIn({ cells, rows }: Grid): readonly (readonly [number | undefined, number | undefined])[] {
  const neighbours: (readonly [number | undefined, number | undefined])[] = cells.map(() => [
    undefined,
    undefined,
  ]);
  for (const row of rows)
    row.forEach((cell, at) => {
      neighbours[cell] = [row[at - 1], row[at + 1]];
    });
  return neighbours;
}
