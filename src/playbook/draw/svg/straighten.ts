import type { Grid, Track } from './grid.ts';
import { apart } from './place-cells.ts';

const PASSES = 3;

/**
 * Lets arcs that pass through several rows run straight: their bends move to a common place where the
 * rows have room for it, at best in line with one of the ends.
 */
export function straighten(grid: Grid, x: number[]): void {
  const neighbours = neighboursIn(grid);
  const room = (cell: number): readonly [from: number, to: number] => {
    const [left, right] = neighbours[cell]!;
    const own = grid.cells[cell]!;
    return [
      left === undefined ? Number.NEGATIVE_INFINITY : x[left]! + apart(grid.cells[left]!, own),
      right === undefined ? Number.POSITIVE_INFINITY : x[right]! - apart(own, grid.cells[right]!),
    ];
  };
  const tracks = grid.tracks.filter(track => track.cells.length > 2);
  for (let pass = 0; pass < PASSES; pass++)
    for (const track of tracks) for (const run of straightRuns(track, room)) settle(run, endsOf(track, x), x);
}

interface Run {
  readonly cells: number[];
  from: number;
  to: number;
}

/** The bends of a track in as few pieces as the room allows. */
function straightRuns(
  { cells }: Track,
  room: (cell: number) => readonly [from: number, to: number],
): readonly Run[] {
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

function settle({ cells, from, to }: Run, ends: readonly number[], x: number[]): void {
  if (from > to) return;
  const mean = cells.reduce((sum, cell) => sum + x[cell]!, 0) / cells.length;
  const near = (place: number) => Math.abs(place - mean);
  const aligned = ends.filter(end => end >= from && end <= to).sort((a, b) => near(a) - near(b))[0];
  const place = aligned ?? Math.min(Math.max(mean, from), to);
  for (const cell of cells) x[cell] = place;
}

/** Where the track would be in line with its upper and its lower node. */
function endsOf({ cells, upperOffset, lowerOffset }: Track, x: readonly number[]): readonly number[] {
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
