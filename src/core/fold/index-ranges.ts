/** Indexes from the first number up to the second, which is not one of them. */
export type IndexRange = readonly [from: number, to: number];

/*
 * A set of indexes as ranges in order, with gaps between them. Iterations settle roughly in order, so
 * there are about as many ranges as iterations under way, whatever number of iterations they hold.
 */

export function hasIndex(ranges: readonly IndexRange[], index: number): boolean {
  const range = ranges[placeOf(ranges, index) - 1];
  return range !== undefined && index < range[1];
}

/** Changes `ranges`. */
export function addIndex(ranges: IndexRange[], index: number): void {
  const place = placeOf(ranges, index);
  const [before, after] = [ranges[place - 1], ranges[place]];
  if (before && index < before[1]) return;
  const joinsBefore = before?.[1] === index;
  const joinsAfter = after?.[0] === index + 1;
  const joined: IndexRange = [
    joinsBefore && before ? before[0] : index,
    joinsAfter && after ? after[1] : index + 1,
  ];
  ranges.splice(joinsBefore ? place - 1 : place, Number(joinsBefore) + Number(joinsAfter), joined);
}

/** How many ranges begin at or below `index`. */
function placeOf(ranges: readonly IndexRange[], index: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as IndexRange)[0] <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}
