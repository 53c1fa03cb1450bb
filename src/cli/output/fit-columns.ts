/** Cells of the terminal below which a column cannot be read. */
const NARROWEST = 6;

/** The widest columns give way until all of them fit into `width`, as long as they can be read. */
export function fitColumns(wanted: readonly number[], width: number | undefined): readonly number[] {
  if (width === undefined) return wanted;
  const widths = [...wanted];
  let over = widths.reduce((sum, each) => sum + each, 0) - width;
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const room = (widths[widest] ?? 0) - NARROWEST;
    if (room <= 0) break;
    const second = Math.max(NARROWEST, ...widths.filter((_, index) => index !== widest));
    const cut = Math.min(over, Math.max(1, (widths[widest] ?? 0) - second), room);
    widths[widest] = (widths[widest] ?? 0) - cut;
    over -= cut;
  }
  return widths;
}
