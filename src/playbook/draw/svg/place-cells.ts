import type { Cell, Grid, Link } from './grid.ts';

const SWEEPS = 12;

/** The horizontal middle of every cell: arcs as straight as the order and the widths of the cells allow. */
export function placeCells({ cells, rows, links }: Grid): number[] {
  const above: Link[][] = cells.map(() => []);
  const below: Link[][] = cells.map(() => []);
  for (const link of links) {
    above[link.lower]!.push(link);
    below[link.upper]!.push(link);
  }
  const x: number[] = new Array(cells.length).fill(0);
  for (const row of rows) spaceRow(row, cells, x, cell => [x[cell]!, 1]);
  const pull = (cell: number, up: boolean, down: boolean): readonly [number, number] => {
    let sum = 0;
    let weight = 0;
    for (const link of up ? above[cell]! : []) {
      sum += (x[link.upper]! + link.upperOffset - link.lowerOffset) * link.weight;
      weight += link.weight;
    }
    for (const link of down ? below[cell]! : []) {
      sum += (x[link.lower]! + link.lowerOffset - link.upperOffset) * link.weight;
      weight += link.weight;
    }
    return weight === 0 ? [x[cell]!, 0.05] : [sum / weight, weight];
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const both = sweep >= SWEEPS - 4;
    for (const row of rows) spaceRow(row, cells, x, cell => pull(cell, true, both));
    for (const row of rows.toReversed()) spaceRow(row, cells, x, cell => pull(cell, both, true));
  }
  return x;
}

interface Block {
  sum: number;
  weight: number;
  count: number;
}

/**
 * Moves the cells of a row as near to where they are pulled as their widths allow, by least squares.
 * With the room they need taken out, the places only have to be ascending: cells that would overlap
 * are merged into a block that stands at the mean of their wishes.
 */
function spaceRow(
  row: readonly number[],
  cells: readonly Cell[],
  x: number[],
  wish: (cell: number) => readonly [place: number, weight: number],
): void {
  const needed: number[] = [];
  const blocks: Block[] = [];
  row.forEach((cell, at) => {
    const previous = row[at - 1];
    needed.push(previous === undefined ? 0 : needed[at - 1]! + apart(cells[previous]!, cells[cell]!));
    const [place, weight] = wish(cell);
    let block: Block = { sum: (place - needed[at]!) * weight, weight, count: 1 };
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.sum / before.weight <= block.sum / block.weight) break;
      blocks.pop();
      block = {
        sum: before.sum + block.sum,
        weight: before.weight + block.weight,
        count: before.count + block.count,
      };
    }
    blocks.push(block);
  });
  let at = 0;
  for (const { sum, weight, count } of blocks)
    for (let end = at + count; at < end; at++) x[row[at]!] = sum / weight + needed[at]!;
}

/** How far the middles of two neighbours must be from each other. */
export function apart(left: Cell, right: Cell): number {
  const bends = Number(left.content === 'bend') + Number(right.content === 'bend');
  const nodes = Number(left.content === 'node') + Number(right.content === 'node');
  const gap = bends === 2 ? 9 : nodes === 2 ? 26 : nodes === 1 ? 16 : 12;
  return left.right + right.left + gap;
}
