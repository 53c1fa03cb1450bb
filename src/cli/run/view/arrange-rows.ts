import { type Line, span } from '../../output/line.ts';
import { plural } from '../../output/plural.ts';

/** A line of the tree and how much it matters when there is not enough room. */
export interface Row {
  readonly line: Line;
  /** What is under way or went wrong stays; what is over and what is to come collapses. */
  readonly weight: 'active' | 'done' | 'pending';
}

/** The lines of at most `height` rows, in their order; what is left out is counted. */
export function arrangeRows(rows: readonly Row[], height: number): Line[] {
  if (rows.length <= height) return rows.map(({ line }) => line);
  const active = rows.filter(({ weight }) => weight === 'active');
  const room = height - active.length - 2;
  if (room < 0) return crowded(rows, active, height);
  const pending = rows.filter(({ weight }) => weight === 'pending');
  const done = rows.filter(({ weight }) => weight === 'done');
  const pendingKept = Math.min(pending.length, Math.max(Math.floor(room / 3), room - done.length));
  const doneKept = Math.min(done.length, room - pendingKept);
  // The newest of what is over and the next of what comes are nearest to what is under way.
  const kept = new Set([...active, ...done.slice(done.length - doneKept), ...pending.slice(0, pendingKept)]);
  return [
    ...counted('✓', done.length - doneKept, 'done', 'green'),
    ...rows.filter(row => kept.has(row)).map(({ line }) => line),
    ...counted('·', pending.length - pendingKept, 'to come', 'dim'),
  ];
}

/** More is under way than there are rows. */
function crowded(rows: readonly Row[], active: readonly Row[], height: number): Line[] {
  const shown = active.slice(0, Math.max(0, height - 1));
  const hidden = rows.length - shown.length;
  return [...shown.map(({ line }) => line), [span(`… ${plural(hidden, 'more line')}`, 'dim')]];
}

const counted = (sign: string, count: number, what: string, style: 'green' | 'dim'): Line[] =>
  count === 0 ? [] : [[span(`${sign} `, style), span(`${plural(count, 'step')} ${what}`, 'dim')]];
