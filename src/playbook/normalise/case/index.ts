import {
  isList,
  isMap,
  isText,
  type MapNode,
  madeList,
  madeMap,
  madeScalar,
  type Node,
} from '../../read/node.ts';
import { type PassContext, report, warnOfSpelling } from '../pass.ts';
import { readActions } from './actions.ts';
import { translateRule } from './rule.ts';
import type { Translation } from './translation.ts';

/**
 * `case: [{when, then, else}]` (v2). Rules that route become arcs with the same conditions, in order
 * and before the step's own `next`; the other actions go where the language has them now.
 * Returns the step, and steps that its inline tasks need.
 */
export function normaliseCase(step: MapNode, context: PassContext): MapNode[] {
  const entry = step.entry('case');
  if (!entry) return [step];
  const rest = step.without('case');
  if (!isList(entry.value)) {
    report(context, 'wrong_type', entry.value.range, '`case` is not a list of rules');
    return [rest];
  }
  warnOfSpelling(
    context,
    'legacy_case',
    entry.keyRange,
    '`case`',
    'arcs in `next`, and `retry`, `paginate`, `spec.policy.rules`',
  );
  const paginates = entry.value.items.some(isPaginating);
  const translation: Translation = { step: withoutCaseMode(rest), arcs: [], steps: [], context, paginates };
  for (const rule of entry.value.items) {
    if (isMap(rule)) translateRule(rule, translation);
    else report(context, 'case_action', rule.range, 'a rule of `case` is a mapping with `when` and `then`');
  }
  return [withArcs(translation, caseMode(rest)), ...translation.steps];
}

const isPaginating = (rule: Node): boolean => {
  const then = isMap(rule) ? rule.get('then') : undefined;
  return then !== undefined && readActions(then).named.has('call');
};

const caseMode = (step: MapNode): Node | undefined => {
  const spec = step.get('spec');
  return isMap(spec) ? spec.get('case_mode') : undefined;
};

function withoutCaseMode(step: MapNode): MapNode {
  const spec = step.get('spec');
  return isMap(spec) && spec.has('case_mode') ? step.with('spec', spec.without('case_mode')) : step;
}

function withArcs({ step, arcs }: Translation, mode: Node | undefined): MapNode {
  if (arcs.length === 0) return step;
  const { range } = arcs[0]!;
  const next = step.get('next');
  const own = next === undefined ? [] : asArcs(next);
  const router = madeMap(
    [
      ['spec', madeMap([['mode', mode ?? madeScalar('exclusive', range)]], range)],
      ['arcs', madeList([...arcs, ...own], range)],
    ],
    range,
  );
  return step.with('next', router);
}

/** The step's own `next`, in canonical form, as what follows if no rule matched. */
function asArcs(next: Node): readonly Node[] {
  if (isMap(next)) {
    const arcs = next.get('arcs');
    return isList(arcs) ? arcs.items : [next];
  }
  const names = isList(next) ? next.items : [next];
  if (names.length === 0 || !names.every(isText)) return [];
  return [
    madeMap(
      [
        [
          'then',
          madeList(
            names.map(name => madeMap([['step', name]], name.range)),
            next.range,
          ),
        ],
      ],
      next.range,
    ),
  ];
}
