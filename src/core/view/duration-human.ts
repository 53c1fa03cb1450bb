const UNITS: readonly (readonly [letter: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

/** `1d 2h 3m 4s`: parts that are zero are left out, parts of a second too; at least `0s`. */
export function durationHuman(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds));
  const parts = UNITS.flatMap(([letter, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count}${letter}`];
  });
  return parts.length === 0 ? '0s' : parts.join(' ');
}
