import type { Arc, Router } from '../../playbook/model.ts';
import type { ArcEvaluation } from '../event.ts';

export interface Choice {
  /** Index and arc, in authored order. */
  readonly selected: readonly (readonly [number, Arc])[];
  readonly evaluations: readonly ArcEvaluation[];
  /** A leaf continues to the step called `end`. */
  readonly usesImplicitEnd: boolean;
}

interface Verdict {
  readonly matched: boolean;
  readonly why: string;
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
  const judge =
    router.mode === 'exclusive' ? judgeExclusively(isTrue) : judgeEach(router.arcs, asFailure, isTrue);
  const verdicts = router.arcs.map(arc => (observes(arc, asFailure) ? judge(arc) : unobserved(asFailure)));
  return {
    selected: router.arcs.flatMap((arc, index) => (verdicts[index]?.matched ? [[index, arc] as const] : [])),
    evaluations: router.arcs.map((arc, index) => ({
      arc: index,
      target: arc.target.kind === 'exit' ? 'end' : arc.target.step,
      ...(verdicts[index] as Verdict),
    })),
    usesImplicitEnd: implicitEnd && !asFailure,
  };
}

const observes = (arc: Arc, asFailure: boolean): boolean =>
  arc.on === 'any' || arc.on === (asFailure ? 'failure' : 'success');

const unobserved = (asFailure: boolean): Verdict => ({
  matched: false,
  why: asFailure ? 'only after success' : 'only after a failure',
});

/** In order; once a group has matched, no other condition is even evaluated. */
function judgeExclusively(isTrue: (arc: Arc) => boolean): (arc: Arc) => Verdict {
  let group: number | undefined;
  return arc => {
    if (group !== undefined) {
      const together = arc.group === group;
      return { matched: together, why: together ? 'goes with the arc before it' : 'an earlier arc matched' };
    }
    const verdict =
      arc.fires.kind === 'when'
        ? judgeCondition(isTrue(arc))
        : { matched: true, why: 'no earlier arc matched' };
    if (verdict.matched) group = arc.group;
    return verdict;
  };
}

/** Every condition counts before `otherwise` is decided, wherever that is written. */
function judgeEach(
  arcs: readonly Arc[],
  asFailure: boolean,
  isTrue: (arc: Arc) => boolean,
): (arc: Arc) => Verdict {
  const conditional = arcs.filter(arc => arc.fires.kind === 'when' && observes(arc, asFailure));
  const holding = new Set(conditional.filter(isTrue));
  return arc => {
    if (arc.fires.kind === 'when') return judgeCondition(holding.has(arc));
    if (arc.fires.kind === 'always') return { matched: true, why: 'has no condition' };
    return holding.size > 0
      ? { matched: false, why: 'a condition holds' }
      : { matched: true, why: 'no condition holds' };
  };
}

const judgeCondition = (matched: boolean): Verdict => ({
  matched,
  why: matched ? 'its condition holds' : 'its condition is false',
});
