import type { Arc, Router } from '../../model.ts';
import type { GraphRule } from '../rule.ts';
import { certaintyOf, isConsidered, OUTCOMES, type Outcome } from './arc-trigger.ts';
import { quoted } from './step-words.ts';

/** An exclusive router takes the first group that matches, so what follows a certain match is dead. */
export const arcNeverMatches: GraphRule = {
  codes: ['arc_never_matches'],
  check(playbook, _graph, report) {
    for (const { next } of playbook.workflow) {
      const shadows = next.mode === 'exclusive' ? OUTCOMES.map(outcome => shadowsIn(next, outcome)) : [];
      next.arcs.forEach((arc, index) => {
        const target = targetOf(arc);
        if (certaintyOf(arc) === 'never') {
          report(
            'arc_never_matches',
            arc,
            `the arc to ${target} is never taken, because its condition is always false`,
            'remove the arc, or write the condition that was meant',
          );
          return;
        }
        const by = shadows.filter((_, at) => isConsidered(arc, OUTCOMES[at]!)).map(shadow => shadow[index]);
        const first = by[0];
        if (first === undefined || by.includes(undefined)) return;
        report(
          'arc_never_matches',
          arc,
          `the arc to ${target} is never taken, because ${first.why}`,
          first.hint,
        );
      });
    }
  },
};

interface Shadow {
  readonly why: string;
  readonly hint: string;
}

/** For each arc the earlier one, if any, that is always taken in its place when the step ends this way. */
function shadowsIn({ arcs }: Router, outcome: Outcome): readonly (Shadow | undefined)[] {
  let certain: Arc | undefined;
  const byCondition = new Map<string, Arc>();
  return arcs.map(arc => {
    if (!isConsidered(arc, outcome)) return undefined;
    const condition = arc.fires.kind === 'when' ? arc.fires.when.condition.trim() : undefined;
    const same = condition === undefined ? undefined : byCondition.get(condition);
    const shadow = shadowOf(arc, certain, same);
    if (certaintyOf(arc) === 'always' || certaintyOf(arc) === 'otherwise') certain ??= arc;
    else if (condition !== undefined && same === undefined) byCondition.set(condition, arc);
    return shadow;
  });
}

function shadowOf(arc: Arc, certain: Arc | undefined, same: Arc | undefined): Shadow | undefined {
  if (certain !== undefined && certain.group !== arc.group)
    return {
      why: `the arc to ${targetOf(certain)} before it ${always(certain)}`,
      hint: `an exclusive \`next\` takes the first arc that matches: write the arc to ${targetOf(certain)} last, or set \`mode: inclusive\``,
    };
  if (same !== undefined && same.group !== arc.group)
    return {
      why: `the arc to ${targetOf(same)} before it has the same condition`,
      hint: 'change one of the two conditions; to take both arcs, write `step: [ … ]` under one condition',
    };
  return undefined;
}

const always = (arc: Arc) =>
  arc.fires.kind === 'when' ? 'has a condition that is always true' : 'has no condition';

const targetOf = ({ target }: Arc): string => quoted(target.kind === 'step' ? target.step : 'end');
