import {
  isList,
  isMap,
  isNull,
  isText,
  type MapNode,
  madeList,
  madeMap,
  madeScalar,
  type Node,
} from '../read/node.ts';
import { type Pass, type PassContext, renameAliases, warnOfSpelling } from './pass.ts';
import { scopedSets } from './scoped-set.ts';

/** `eval: [{expr, do, …}, {else: {…}}]` on a tool → `spec.policy.rules`. */
export const normaliseEval: Pass = (task, context) => {
  const entry = task.entry('eval');
  if (!entry || !isList(entry.value)) return task;
  warnOfSpelling(context, 'legacy_policy', entry.keyRange, '`eval`', '`spec: { policy: { rules: [ … ] } }`');
  const rules = entry.value.items.map(item => (isMap(item) ? evalRule(item) : item));
  const policy = madeMap([['rules', madeList(rules, entry.value.range)]], entry.keyRange);
  const spec = task.get('spec');
  const base = isMap(spec) ? spec : madeMap([], entry.keyRange);
  return task.without('eval').with('spec', base.with('policy', policy));
};

/** The action stands beside the condition here: it moves below `then`. */
function evalRule(item: MapNode): MapNode {
  const head = ['expr', 'when', 'else'];
  const action = item.without(...head);
  const condition = item.without(...action.entries.map(({ key }) => key));
  return action.entries.length === 0 ? condition : condition.with('then', action);
}

/** Rules as authors wrote them → `{when, then: {do, …}}` and `{else: {do, …}}`. */
export const normalisePolicy: Pass = (task, context) => {
  const spec = task.get('spec');
  const policy = isMap(spec) ? spec.get('policy') : undefined;
  if (!isMap(spec) || policy === undefined) return task;
  const rules = isMap(policy) ? policy.get('rules') : policy;
  if (!isList(rules)) return task;
  const normalised = madeList(
    rules.items.map(rule => (isMap(rule) ? normaliseRule(rule, context) : rule)),
    rules.range,
  );
  const base = isMap(policy) ? policy : madeMap([], policy.range);
  return task.with('spec', spec.with('policy', base.with('rules', normalised)));
};

/** The same for `spec.policy.admit` of a step. */
export const normaliseAdmission: Pass = (step, context) => {
  const spec = step.get('spec');
  const policy = isMap(spec) ? spec.get('policy') : undefined;
  const admit = isMap(policy) ? policy.get('admit') : undefined;
  const rules = isMap(admit) ? admit.get('rules') : undefined;
  if (!isMap(spec) || !isMap(policy) || !isMap(admit) || !isList(rules)) return step;
  const items = rules.items.map(rule => (isMap(rule) ? normaliseRule(rule, context) : rule));
  const normalised = admit.with('rules', madeList(items, rules.range));
  return step.with('spec', spec.with('policy', policy.with('admit', normalised)));
};

function normaliseRule(rule: MapNode, context: PassContext): MapNode {
  const renamed = renameAliases(
    rule,
    { expr: 'when', cond: 'when', condition: 'when' },
    'legacy_policy',
    context,
  );
  const result = elseForm(renamed);
  return ['then', 'else'].reduce((node, key) => {
    const action = node.get(key);
    return isMap(action) ? node.with(key, normaliseAction(action, context)) : node;
  }, result);
}

/** `{then}`, `{else:, then: {…}}` and `{else: {then: {…}}}` all mean `{else: {…}}`. */
function elseForm(rule: MapNode): MapNode {
  const otherwise = rule.get('else');
  const then = rule.get('then');
  if (isMap(otherwise)) {
    const nested = otherwise.get('then');
    return isMap(nested) ? rule.with('else', nested) : rule;
  }
  if (then === undefined || rule.has('when')) return rule;
  if (otherwise !== undefined && !isNull(otherwise)) return rule;
  return rule.without('else').renamed('then', 'else');
}

function normaliseAction(action: MapNode, context: PassContext): Node {
  const renamed = renameAliases(action, { target: 'to' }, 'legacy_policy', context);
  return scopedSets(constantBackoff(renamed, context), context);
}

/** `backoff: fixed` is `none`, which waits for `delay` every time. */
function constantBackoff(action: MapNode, context: PassContext): MapNode {
  const backoff = action.get('backoff');
  if (!isText(backoff) || !['fixed', 'constant'].includes(backoff.value)) return action;
  const old = `\`backoff: ${backoff.value}\``;
  warnOfSpelling(context, 'legacy_policy', backoff.range, old, '`backoff: none` with a `delay`');
  return action.with('backoff', madeScalar('none', backoff.range));
}
