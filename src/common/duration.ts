const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const FORM = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h|d)?$/;

/** Milliseconds of `500ms`, `2s`, `5m`, `2h`, `1d` or a number of seconds; undefined if it is none of these. */
export function parseDuration(written: string | number): number | undefined {
  if (typeof written === 'number')
    return Number.isFinite(written) && written >= 0 ? written * 1000 : undefined;
  const match = FORM.exec(written.trim());
  return match ? Number(match[1]) * UNITS[match[2] ?? 's']! : undefined;
}
