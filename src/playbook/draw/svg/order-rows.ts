import type { Grid, Link } from './grid.ts';

/** Reorders the cells of every row so that few arcs cross. */
export function orderRows(grid: Grid): void {
  const sorter = new RowSorter(grid);
  const sweeps = grid.cells.length > 5_000 ? 4 : 16;
  let best = grid.rows.map(row => [...row]);
  let fewest = sorter.crossings();
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    sorter.sweep(sweep % 2 === 0 ? 'down' : 'up');
    const crossings = sorter.crossings();
    if (crossings < fewest) {
      fewest = crossings;
      best = grid.rows.map(row => [...row]);
    }
  }
  best.forEach((row, at) => {
    grid.rows[at] = row;
  });
}

/** An arc that meets a cell off its middle counts as standing a little beside it. */
const ASIDE = 0.4;

class RowSorter {
  readonly #grid: Grid;
  readonly #above: readonly (readonly Link[])[];
  readonly #below: readonly (readonly Link[])[];
  readonly #place: number[];

  constructor(grid: Grid) {
    this.#grid = grid;
    const above: Link[][] = grid.cells.map(() => []);
    const below: Link[][] = grid.cells.map(() => []);
    for (const link of grid.links) {
      above[link.lower]!.push(link);
      below[link.upper]!.push(link);
    }
    this.#above = above;
    this.#below = below;
    this.#place = new Array(grid.cells.length).fill(0);
    grid.rows.forEach(row => {
      this.#number(row);
    });
  }

  /** Moves every cell to the middle of its neighbours in the row before, row by row. */
  sweep(direction: 'down' | 'up'): void {
    const { rows } = this.#grid;
    for (let step = 1; step < rows.length; step++) {
      const row = rows[direction === 'down' ? step : rows.length - 1 - step]!;
      const middles = new Map(row.map(cell => [cell, this.#middle(cell, direction)]));
      row.sort((a, b) => middles.get(a)! - middles.get(b)!);
      this.#number(row);
    }
  }

  /** Number of pairs of links that cross, over all rows. */
  crossings(): number {
    const { rows } = this.#grid;
    let total = 0;
    for (let row = 0; row + 1 < rows.length; row++) {
      const ends = rows[row]!.flatMap(cell =>
        this.#below[cell]!.map(link => [this.#upperPlace(link), this.#lowerPlace(link)] as const),
      );
      ends.sort(([a, c], [b, d]) => a - b || c - d);
      total += inversions(ends.map(([, lower]) => lower));
    }
    return total;
  }

  #middle(cell: number, direction: 'down' | 'up'): number {
    const links = direction === 'down' ? this.#above[cell]! : this.#below[cell]!;
    if (links.length === 0) return this.#place[cell]!;
    const places = links.map(link =>
      direction === 'down' ? this.#upperPlace(link) : this.#lowerPlace(link),
    );
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  }

  #upperPlace({ upper, upperOffset }: Link): number {
    return this.#place[upper]! + ASIDE * Math.sign(upperOffset);
  }

  #lowerPlace({ lower, lowerOffset }: Link): number {
    return this.#place[lower]! + ASIDE * Math.sign(lowerOffset);
  }

  #number(row: readonly number[]): void {
    row.forEach((cell, place) => {
      this.#place[cell] = place;
    });
  }
}

/** Pairs that stand in the wrong order, counted while merging sorted halves. */
function inversions(values: number[]): number {
  let count = 0;
  let from = values;
  for (let width = 1; width < values.length; width *= 2) {
    const to: number[] = [];
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let left = start;
      let right = middle;
      while (left < middle || right < end) {
        if (right >= end || (left < middle && from[left]! <= from[right]!)) to.push(from[left++]!);
        else {
          count += middle - left;
          to.push(from[right++]!);
        }
      }
    }
    from = to;
  }
  return count;
}
