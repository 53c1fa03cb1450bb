/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/** Beyond so many differences the search for the shortest diff gets expensive, and nobody reads it. */
const MOST_EDITS = 1000;

type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

/**
 * What changed between two texts in the form that `diff -u` and `patch` know; empty if nothing did. `name` is
 * that of both unless the second has its own.
 */
export function unifiedDiff(name: string, before: string, after: string, nameAfter = name): string {
  if (before === after) return '';
  const lines = diffLines(split(before), split(after));
  const hunks = hunksOf(lines).map(([from, to]) => formatHunk(lines, from, to));
  return `--- ${name}\n+++ ${nameAfter}\n${hunks.join('')}`;
}

/** A last line without a break is marked as `diff` does. */
function split(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function diffLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...shortestEdit(before.slice(start, endBefore), after.slice(start, endAfter)),
    ...before.slice(endBefore).map(same),
  ];
}

/** Myers' greedy search: `frontiers[d]` is how far each diagonal gets with d edits. */
function shortestEdit(before: readonly string[], after: readonly string[]): readonly Line[] {
  const frontiers: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(before.length + after.length, MOST_EDITS); edits++) {
    frontiers.push(reached);
    const next = new Map(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = goesDown(reached, diagonal, edits)
        ? reached.get(diagonal + 1)!
        : reached.get(diagonal - 1)! + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      next.set(diagonal, x);
      if (x >= before.length && y >= after.length) return walkBack(frontiers, before, after, edits);
    }
    reached = next;
  }
  return [
    ...before.map(text => ({ sign: '-' as const, text })),
    ...after.map(text => ({ sign: '+' as const, text })),
  ];
}

const goesDown = (reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1));

function walkBack(
  frontiers: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
  edits: number,
): readonly Line[] {
  const lines: Line[] = [];
  let x = before.length;
  let y = after.length;
  for (let d = edits; d >= 0; d--) {
    const reached = frontiers[d]!;
    const diagonal = x - y;
    const down = goesDown(reached, diagonal, d);
    const previousX = d === 0 ? 0 : reached.get(down ? diagonal + 1 : diagonal - 1)!;
    const previousY = d === 0 ? 0 : previousX - (down ? diagonal + 1 : diagonal - 1);
    while (x > previousX && y > previousY && before[x - 1] === after[y - 1]) {
      lines.push({ sign: ' ', text: before[--x]! });
      y--;
    }
    if (d === 0) break;
    lines.push(down ? { sign: '+', text: after[--y]! } : { sign: '-', text: before[--x]! });
  }
  return lines.reverse();
}

/** Stretches of lines with changes and what is around them. */
function hunksOf(lines: readonly Line[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  lines.forEach(({ sign }, i) => {
    if (sign === ' ') return;
    const from = Math.max(0, i - CONTEXT);
    const to = Math.min(lines.length, i + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  });
  return hunks;
}

function formatHunk(lines: readonly Line[], from: number, to: number): string {
  const count = (start: number, end: number, sign: '-' | '+') =>
    lines.slice(start, end).filter(line => line.sign === ' ' || line.sign === sign).length;
  const range = (sign: '-' | '+') => {
    const length = count(from, to, sign);
    const first = count(0, from, sign) + (length === 0 ? 0 : 1);
    return `${sign}${first}${length === 1 ? '' : `,${length}`}`;
  };
  const body = lines.slice(from, to).map(({ sign, text }) => `${sign}${text}\n`);
  return `@@ ${range('-')} ${range('+')} @@\n${body.join('')}`;
}
