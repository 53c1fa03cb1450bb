import type { SourceRange } from '../../positions.ts';
import { isMap, type MapNode, madeList, madeMap, madeScalar, type Node, textOf } from '../../read/node.ts';
import type { PassContext } from '../pass.ts';
import { append } from '../scoped-set.ts';

/** What a `case` becomes: parts of its step, and steps that its inline tasks need. */
export interface Translation {
  step: MapNode;
  readonly arcs: Node[];
  readonly steps: MapNode[];
  readonly context: PassContext;
  /** Whether some rule fetches another page: pages are collected then without being told. */
  readonly paginates: boolean;
}

/** Appends to the list of retry policies of the step. */
export function addRetry(translation: Translation, policy: MapNode): void {
  const { step } = translation;
  const before = step.get('retry');
  const policies = before === undefined ? [] : before.kind === 'list' ? before.items : [before];
  translation.step = step.with('retry', madeList([...policies, policy], policy.range));
}

export function addSet(translation: Translation, set: MapNode): void {
  const { step } = translation;
  translation.step = step.with('set', append(step.get('set'), set));
}

/** Appends a rule to the policy of the step's task. */
export function addRule(translation: Translation, rule: MapNode): boolean {
  const tool = translation.step.get('tool');
  if (!isMap(tool)) return false;
  const spec = tool.get('spec');
  const policy = isMap(spec) ? spec.get('policy') : undefined;
  const rules = isMap(policy) ? policy.get('rules') : undefined;
  const before = rules?.kind === 'list' ? rules.items : [];
  const list = madeList([...before, rule], rule.range);
  const newPolicy = (isMap(policy) ? policy : madeMap([], rule.range)).with('rules', list);
  const newSpec = (isMap(spec) ? spec : madeMap([], rule.range)).with('policy', newPolicy);
  translation.step = translation.step.with('tool', tool.with('spec', newSpec));
  return true;
}

export const makeRule = (
  when: string,
  action: Iterable<readonly [string, Node]>,
  range: SourceRange,
): MapNode =>
  madeMap(
    [
      ['when', madeScalar(when, range)],
      ['then', madeMap(action, range)],
    ],
    range,
  );

/** Conditions of rules see the result as `output.data`, where `case` said `response` or `result`. */
export const inRuleWords = (expression: string | undefined): string | undefined =>
  expression?.replace(/(?<![\w.'"])(?:response|result)\b(?!\s*\()/g, 'output.data');

export const nameOf = (step: MapNode): string => textOf(step.get('step')) ?? 'step';
