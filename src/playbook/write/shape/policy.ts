import type { Admission, AdmitRule, Rule, RuleAction, Task } from '../../model.ts';
import { type Field, type Fields, leaf, type Part } from '../tree.ts';
import { field, fields, items, scalar } from './build.ts';
import { assignments, condition, duration } from './expression.ts';
import type { Places } from './places.ts';

/** `spec: { policy: { rules: […] } }` of a task. */
export function policyField(places: Places, task: Task): Field | undefined {
  const { policy } = task;
  const rules = items(
    'auto',
    policy.rules.map(rule => rulePart(places, rule)),
  );
  const tree = fields('auto', [
    field('rules', rules, places.ofValue(policy, 'rules')),
    scalar(places, policy, 'onUnmatched', 'on_unmatched', 'default'),
  ]);
  if (policy.rules.length === 0 && policy.onUnmatched === 'default') return undefined;
  return specField(field('policy', tree, places.ofValue(task, 'policy') ?? places.of(policy)));
}

function rulePart(places: Places, rule: Rule): Part {
  const action = actionTree(places, rule.then);
  const place = places.ofValue(rule, 'then') ?? places.of(rule.then);
  const value = rule.when
    ? fields('auto', [condition(places, rule, 'when', 'when'), field('then', action, place)])
    : fields('auto', [field('else', action, place)]);
  return { value, source: places.of(rule) };
}

function actionTree(places: Places, action: RuleAction): Fields {
  return fields('auto', [
    field('do', leaf(action.do), places.ofValue(action, 'do')),
    ...detailFields(places, action),
    assignments(places, action),
  ]);
}

function detailFields(places: Places, action: RuleAction): readonly (Field | undefined)[] {
  switch (action.do) {
    case 'continue':
    case 'break':
      return [];
    case 'retry':
      return [
        scalar(places, action, 'attempts', 'attempts'),
        scalar(places, action, 'backoff', 'backoff', 'none'),
        duration(places, action, 'delay', 'delay', action.backoff === 'none' ? 0 : 1000),
      ];
    case 'jump':
      return [scalar(places, action, 'to', 'to')];
    case 'fail':
      return [scalar(places, action, 'message', 'message')];
  }
}

/** `spec: { pool: gpu, policy: { admit: { rules: […], on_deny: wait } } }` of a step. */
export function stepSpecField(
  places: Places,
  step: { readonly admit: Admission | undefined; readonly pool: string | undefined },
): Field | undefined {
  const parts = [scalar(places, step, 'pool', 'pool'), admissionField(places, step)];
  return parts.some(part => part) ? field('spec', fields('auto', parts)) : undefined;
}

function admissionField(places: Places, step: { readonly admit: Admission | undefined }): Field | undefined {
  const { admit } = step;
  if (!admit) return undefined;
  const rules = items(
    'auto',
    admit.rules.map(rule => admitPart(places, rule)),
  );
  const tree = fields('auto', [
    field('rules', rules, places.ofValue(admit, 'rules')),
    scalar(places, admit, 'onDeny', 'on_deny', 'skip'),
  ]);
  const admission = field('admit', tree, places.ofValue(step, 'admit') ?? places.of(admit));
  return field('policy', fields('auto', [admission]));
}

function admitPart(places: Places, rule: AdmitRule): Part {
  const allow = field(
    'allow',
    leaf(typeof rule.allow === 'boolean' ? rule.allow : rule.allow.condition),
    places.ofValue(rule, 'allow'),
  );
  const then = fields('auto', [allow]);
  const value = rule.when
    ? fields('auto', [condition(places, rule, 'when', 'when'), field('then', then)])
    : fields('auto', [field('else', then)]);
  return { value, source: places.of(rule) };
}

const specField = (policy: Field | undefined): Field | undefined =>
  policy && field('spec', fields('auto', [policy]));
