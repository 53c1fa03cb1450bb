import type { TurnOfRow } from '../../ports/event-store.ts';

/** The first turn after whose end there are more than `row` rows; `rowsAfter` ascends with the version. */
export function findTurnOfRow(
  row: number,
  lastVersion: number,
  rowsAfter: (version: number) => number,
): TurnOfRow | undefined {
  if (row < 0 || lastVersion === 0 || rowsAfter(lastVersion) <= row) return undefined;
  let [low, high] = [1, lastVersion];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (rowsAfter(middle) > row) high = middle;
    else low = middle + 1;
  }
  return { version: low, firstRow: low === 1 ? 0 : rowsAfter(low - 1) };
}
