const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** `▕████▌   ▏`: `cells` cells between the ends, filled as far as `part` of 1. */
export function progressBar(part: number, cells: number): string {
  const eighths = Math.floor(Math.min(1, Math.max(0, part)) * cells * 8);
  const filled = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return `▕${filled.padEnd(cells)}▏`;
}

/** A rate per second for people: `0.4/s`, `12/s`, `3.1k/s`. */
export function perSecond(rate: number): string {
  if (rate >= 1000) return `${(rate / 1000).toFixed(rate >= 10_000 ? 0 : 1)}k/s`;
  return `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`;
}
