import {
  isList,
  isMap,
  isText,
  type MapNode,
  madeList,
  madeMap,
  madeScalar,
  type Node,
} from '../read/node.ts';
import { type Pass, type PassContext, renameAliases, report, warnOfSpelling } from './pass.ts';
import { append, scopedSets } from './scoped-set.ts';
import { hoist, mergeInput } from './task-arguments.ts';

/** Fields of a step that older documents name otherwise or keep elsewhere. */
export const normaliseStepFields: Pass = (step, context) =>
  [description, input, publishedName, scopedSets, specFields, failurePolicy, withoutMeaning].reduce(
    (result, pass) => pass(result, context),
    step,
  );

const description: Pass = (step, context) =>
  renameAliases(step, { description: 'desc', title: 'desc' }, 'legacy_field', context);

const input: Pass = (step, context) => mergeInput(step, ['args', 'with', 'data'], context);

/** `as: name` publishes the result under a name. */
const publishedName: Pass = (step, context) => {
  const entry = step.entry('as');
  if (!entry || !isText(entry.value)) return step;
  const name = `ctx.${entry.value.value}`;
  warnOfSpelling(context, 'legacy_set', entry.keyRange, '`as`', `\`set: { ${name}: "{{ result }}" }\``);
  const set = madeMap([[name, madeScalar('{{ result }}', entry.value.range)]], entry.value.range);
  return step.without('as').with('set', append(step.get('set'), set));
};

const specFields: Pass = (step, context) =>
  ['timeout', 'on_error'].reduce((result, key) => {
    const spec = result.get('spec');
    return isMap(spec) ? hoist(result, spec, key, context) : result;
  }, step);

/** `spec.policy.failure.mode` and `spec.policy.lifecycle.timeout_s`. */
const failurePolicy: Pass = (step, context) => {
  const spec = step.get('spec');
  const policy = isMap(spec) ? spec.get('policy') : undefined;
  if (!isMap(spec) || !isMap(policy)) return step;
  let result = step;
  const failure = policy.get('failure');
  const mode = isMap(failure) ? failure.get('mode') : failure;
  if (isText(mode) && !step.has('on_error')) {
    const meaning =
      mode.value === 'best_effort' ? 'continue' : mode.value === 'fail_fast' ? 'fail' : mode.value;
    result = result.with('on_error', madeScalar(meaning, mode.range));
  }
  const lifecycle = policy.get('lifecycle');
  const timeout = isMap(lifecycle) ? lifecycle.entry('timeout_s') : undefined;
  if (timeout && !step.has('timeout')) {
    warnOfSpelling(
      context,
      'legacy_field',
      timeout.keyRange,
      '`spec.policy.lifecycle.timeout_s`',
      '`timeout`',
    );
    result = result.with('timeout', timeout.value, timeout.keyRange);
  }
  return result.with('spec', spec.with('policy', policy.without('failure', 'lifecycle')));
};

const withoutMeaning: Pass = (step, context) => {
  for (const key of ['result', 'outcome']) {
    const entry = step.entry(key);
    if (!entry) continue;
    const message = `\`${key}\` on a step has no effect`;
    report(
      context,
      'legacy_field',
      entry.keyRange,
      message,
      'remove it; the result is what the tool returns',
    );
  }
  return step.without('result', 'outcome');
};

/** Step-level fields that belong to a task: to the only one, or to the last of a pipeline. */
export function moveToTask(step: MapNode, keys: readonly string[], context: PassContext): MapNode {
  const moving = step.entries.filter(({ key }) => keys.includes(key));
  const tool = step.get('tool');
  if (moving.length === 0 || tool === undefined) return step;
  const add = (task: Node): Node =>
    isMap(task)
      ? moving.reduce(
          (result, { key, keyRange, value }) =>
            result.has(key) ? result : result.with(key, value, keyRange),
          task,
        )
      : task;
  if (isMap(tool)) return step.without(...keys).with('tool', add(tool));
  if (!isList(tool) || tool.items.length === 0) return step;
  for (const { key, keyRange } of moving) {
    const message = `\`${key}\` on a step with a pipeline belongs to its last task`;
    report(context, 'legacy_field', keyRange, message, `move \`${key}\` to that task`);
  }
  const items = [...tool.items.slice(0, -1), add(tool.items.at(-1)!)];
  return step.without(...keys).with('tool', madeList(items, tool.range));
}
