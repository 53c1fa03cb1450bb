/**
 * The name in `candidates` a writer most probably meant by `name`, or undefined if none is close.
 * Close means: at most a third of the letters differ (one for very short names), where swapping two
 * neighbours counts once, and a difference in case or in `_` against `-` counts less than a letter.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = sameButForSpelling(name, candidate) ? 0.5 : editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Longer names are not compared: the cost is quadratic and nobody types them by hand. */
const MAX_LENGTH = 100;

const plain = (name: string) => name.toLowerCase().replaceAll('-', '_');

const sameButForSpelling = (a: string, b: string) => plain(a) === plain(b);

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, beforeLast[j - 2]! + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
