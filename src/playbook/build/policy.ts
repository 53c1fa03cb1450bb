import { nearestName } from '../../common/nearest-name.ts';
import type { Admission, AdmitRule, Rule, RuleAction, TaskPolicy } from '../model.ts';
import { describe, isMap, isNull, isScalar, type MapNode, type Node } from '../read/node.ts';
import { buildAssignments } from './assignments.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';

const VERBS = ['continue', 'retry', 'jump', 'break', 'fail'] as const;
const BACKOFFS = ['none', 'linear', 'exponential'] as const;
const PREVIOUS: readonly string[] = ['previous', 'prev', '_previous', '@previous'];
const NO_POLICY: TaskPolicy = Object.freeze({ rules: Object.freeze([]), onUnmatched: 'default' });
const DEFAULT_ATTEMPTS = 3;
const DEFAULT_DELAY = 1000;

/** `previous` is the name of the task before this one in its pipeline; absent for the first. */
export function buildTaskPolicy(
  builder: Builder,
  spec: Node | undefined,
  previous: string | undefined,
): TaskPolicy {
  const map = builder.map(spec, '`spec` of a task');
  if (!map) return NO_POLICY;
  builder.unknownKeys(map, KEYS.taskSpec, '`spec` of a task');
  const policy = builder.map(map.get('policy'), '`policy`');
  if (!policy) return NO_POLICY;
  builder.unknownKeys(policy, KEYS.taskPolicy, '`policy` of a task');
  const rules = rulesOf(builder, policy).flatMap(rule => buildRule(builder, rule, previous) ?? []);
  const unmatched = ['default', 'continue', 'fail'] as const;
  const onUnmatched = builder.oneOf(policy.get('on_unmatched'), '`on_unmatched`', unmatched, 'default');
  return builder.place({ rules: Object.freeze(rules), onUnmatched }, policy.range);
}

function rulesOf(builder: Builder, policy: MapNode): readonly MapNode[] {
  const rules = policy.get('rules');
  if (rules?.kind !== 'list') {
    const message = rules ? `\`rules\` is ${describe(rules)}, not a list` : 'the policy has no `rules`';
    builder.report(
      'policy_rules',
      (rules ?? policy).range,
      message,
      'write `rules: [ { when: …, then: { do: … } } ]`',
    );
    return [];
  }
  return rules.items.flatMap(rule => {
    if (isMap(rule)) return [rule];
    builder.report('rule_shape', rule.range, `a rule is ${describe(rule)}, not a mapping`);
    return [];
  });
}

function buildRule(builder: Builder, rule: MapNode, previous: string | undefined): Rule | undefined {
  builder.unknownKeys(rule, KEYS.rule, 'a rule');
  const action = rule.get('then') ?? rule.get('else');
  if (action === undefined || (rule.has('when') && !rule.has('then'))) {
    builder.report('rule_shape', rule.range, 'a rule needs `when` and `then`, or `else`');
    return undefined;
  }
  const then = isNull(action) ? undefined : builder.map(action, '`then`');
  const built = buildAction(builder, then, action, previous);
  if (!built) return undefined;
  const when = builder.condition(rule.get('when'), '`when`');
  // biome-ignore lint/suspicious/noThenProperty: the language's own word; a rule is data and never awaited.
  return builder.place({ when, then: built }, rule.range);
}

function buildAction(
  builder: Builder,
  map: MapNode | undefined,
  node: Node,
  previous: string | undefined,
): RuleAction | undefined {
  if (map) builder.unknownKeys(map, KEYS.action, 'an action');
  const verbNode = map?.get('do');
  const verb = builder.text(verbNode, '`do`') ?? 'continue';
  const set = buildAssignments(builder, map?.get('set'));
  const place = (action: RuleAction): RuleAction =>
    builder.place(action, (verbNode ?? node).range, { to: map?.get('to'), message: map?.get('message') });
  switch (verb) {
    case 'continue':
    case 'break':
      return place({ do: verb, set });
    case 'fail':
      return place({ do: verb, set, message: builder.text(map?.get('message'), '`message`') });
    case 'retry':
      return place({ do: verb, set, ...retryTerms(builder, map!) });
    case 'jump': {
      const to = jumpTarget(builder, map!, previous);
      return to === undefined ? undefined : place({ do: verb, set, to });
    }
    default: {
      const near = nearestName(verb, VERBS);
      const hint = near
        ? `did you mean \`${near}\`?`
        : `use one of ${VERBS.map(word => `\`${word}\``).join(', ')}`;
      builder.report('rule_verb', verbNode!.range, `\`do: ${verb}\` is not known`, hint);
      return undefined;
    }
  }
}

function retryTerms(builder: Builder, map: MapNode) {
  const attempts =
    builder.integer(map.get('attempts'), '`attempts`', 1, 'retry_attempts') ?? DEFAULT_ATTEMPTS;
  const backoffNode = map.get('backoff');
  const word = builder.text(backoffNode, '`backoff`') ?? 'none';
  const known = BACKOFFS.find(each => each === word);
  if (known === undefined) {
    builder.report(
      'retry_backoff',
      backoffNode!.range,
      `\`backoff: ${word}\` is not known`,
      'use `none`, `linear` or `exponential`',
    );
  }
  const backoff = known ?? 'none';
  const delay = builder.duration(map.get('delay'), '`delay`') ?? (backoff === 'none' ? 0 : DEFAULT_DELAY);
  return { attempts, backoff, delay };
}

function jumpTarget(builder: Builder, map: MapNode, previous: string | undefined): string | undefined {
  const node = map.get('to');
  const to = builder.text(node, '`to`');
  if (to === undefined) {
    builder.report('jump_target', map.range, '`jump` does not say where to', 'write `to: <name of a task>`');
    return undefined;
  }
  if (!PREVIOUS.includes(to)) return to;
  if (previous === undefined) {
    builder.report('jump_target', node!.range, 'there is no task before this one');
  }
  return previous;
}

/** `spec.policy.admit` of a step. */
export function buildAdmission(builder: Builder, node: Node | undefined): Admission | undefined {
  const admit = builder.map(node, '`admit`');
  if (!admit) return undefined;
  builder.unknownKeys(admit, KEYS.admit, '`admit`');
  const rules = rulesOf(builder, admit).flatMap(rule => buildAdmitRule(builder, rule) ?? []);
  const onDeny = builder.oneOf(admit.get('on_deny'), '`on_deny`', ['skip', 'wait'] as const, 'skip');
  return builder.place({ rules: Object.freeze(rules), onDeny }, admit.range);
}

function buildAdmitRule(builder: Builder, rule: MapNode): AdmitRule | undefined {
  const action = rule.get('then') ?? rule.get('else');
  const allow = isMap(action) ? action.get('allow') : undefined;
  if (!isScalar(allow) || allow.value === null) {
    builder.report('admit_rule', rule.range, 'an admission rule needs `then: { allow: … }`');
    return undefined;
  }
  const decided = typeof allow.value === 'boolean' ? allow.value : builder.condition(allow, '`allow`')!;
  return builder.place({ when: builder.condition(rule.get('when'), '`when`'), allow: decided }, rule.range);
}
