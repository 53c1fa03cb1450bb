import type { Arc, Router } from '../../playbook/model.ts';
import type { ArcEvaluation } from '../event.ts';

export interface Choice {
  /** Index and arc, in authored order. */
  readonly selected: readonly (readonly [number, Arc])[];
  readonly evaluations: readonly ArcEvaluation[];
  /** A leaf continues to the step called `end`. */
  readonly usesImplicitEnd: boolean;
}

/**
 * N5: which arcs a run follows. Exclusive: the arcs of the first group that matches; inclusive: every
 * arc that matches. `otherwise` fires if no condition did. An arc is only considered for the outcome it
 * can observe.
 */
export function chooseArcs(
  router: Router,
  asFailure: boolean,
  implicitEnd: boolean,
  isTrue: (arc: Arc) => boolean,
): Choice {
  const selected: [number, Arc][] = [];
  const evaluations: ArcEvaluation[] = [];
  const note = (index: number, arc: Arc, matched: boolean, why: string) => {
    evaluations.push({
      arc: index,
      target: arc.target.kind === 'exit' ? 'end' : arc.target.step,
      matched,
      why,
    });
    if (matched) selected.push([index, arc]);
  };
  let conditionMatched = false;
  for (const [index, arc] of router.arcs.entries()) {
    const [first] = selected;
    if (asFailure ? arc.on === 'success' : arc.on === 'failure') {
      note(index, arc, false, asFailure ? 'only after success' : 'only after a failure');
    } else if (router.mode === 'exclusive' && first && first[1].group !== arc.group) {
      note(index, arc, false, 'an earlier arc matched');
    } else if (router.mode === 'exclusive' && first) {
      note(index, arc, true, 'goes with the arc before it');
    } else if (arc.fires.kind === 'otherwise') {
      note(
        index,
        arc,
        !conditionMatched,
        conditionMatched ? 'another condition held' : 'no other condition held',
      );
    } else if (arc.fires.kind === 'always') {
      note(index, arc, true, 'has no condition');
    } else {
      const matched = isTrue(arc);
      conditionMatched ||= matched;
      note(index, arc, matched, matched ? 'its condition holds' : 'its condition is false');
    }
  }
  return { selected, evaluations, usesImplicitEnd: implicitEnd && !asFailure };
}
