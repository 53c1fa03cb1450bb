import type { Arc, Router } from '../../model.ts';

export type Outcome = 'success' | 'failure';

export const OUTCOMES: readonly Outcome[] = ['success', 'failure'];

/** Whether an arc is looked at when its step ends this way. */
export function isConsidered(arc: Arc, outcome: Outcome): boolean {
  return arc.on === 'any' || arc.on === outcome;
}

/** What is known of an arc's trigger without running anything. `open`: it depends on a condition. */
export type Certainty = 'always' | 'never' | 'otherwise' | 'open';

const CONSTANT = /^(?:\{\{-?)?\s*(true|false)\s*(?:-?\}\})?$/i;

export function certaintyOf({ fires }: Arc): Certainty {
  if (fires.kind !== 'when') return fires.kind;
  const constant = CONSTANT.exec(fires.when.condition.trim())?.[1]?.toLowerCase();
  if (constant === undefined) return 'open';
  return constant === 'true' ? 'always' : 'never';
}

/** Indexes of the arcs that every success of the step takes, whatever its conditions say. */
export function arcsOfEverySuccess({ mode, arcs }: Router): readonly number[] {
  const considered = arcs.flatMap((arc, index) =>
    isConsidered(arc, 'success') && certaintyOf(arc) !== 'never'
      ? [{ index, group: arc.group, certainty: certaintyOf(arc) }]
      : [],
  );
  const open = considered.some(({ certainty }) => certainty === 'open');
  const certain = considered.filter(
    ({ certainty }) => certainty === 'always' || (certainty === 'otherwise' && !open),
  );
  if (mode === 'inclusive') return certain.map(({ index }) => index);
  const first = considered[0];
  return certain.filter(({ group }) => group === first?.group).map(({ index }) => index);
}
