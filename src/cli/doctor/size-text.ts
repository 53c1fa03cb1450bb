const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes as people say them: `1.4 MiB`. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step]}`;
}
