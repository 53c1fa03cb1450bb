import { describe, isMap, type ListNode, type MapNode, madeScalar, type Node } from '../read/node.ts';
import { type PassContext, report, warnOfSpelling } from './pass.ts';
import { inlineKind } from './tool-spelling.ts';

/** The items of a pipeline, each as `{name, kind, …}`. Items of no known shape are reported and left out. */
export function normaliseTaskList(list: ListNode, context: PassContext): MapNode[] {
  if (list.items.length === 0) {
    const hint = 'write at least one task; a step without a tool has no `tool` at all';
    report(context, 'pipeline_empty', list.range, 'the list of tasks is empty', hint);
  }
  return list.items.flatMap((item, index) => {
    const task = isMap(item) ? namedTask(item, index, context) : undefined;
    if (task) return [task];
    const message = `an item of a pipeline is ${describe(item)} without a \`kind\``;
    report(context, 'pipeline_item', item.range, message, 'write `{ name: …, kind: …, … }`');
    return [];
  });
}

function namedTask(item: MapNode, index: number, context: PassContext): MapNode | undefined {
  const inlined = inlineKind(item);
  if (inlined.has('kind')) return inlined.has('name') ? item : unnamed(item, index, context);
  const [only] = item.entries;
  if (item.entries.length !== 1 || !only || !isMap(only.value)) return undefined;
  if (!inlineKind(only.value).has('kind')) return undefined;
  const label = madeScalar(only.key, only.keyRange);
  warnOfSpelling(
    context,
    'legacy_tool',
    only.keyRange,
    'a label as the key of a task',
    `\`name: ${only.key}\``,
  );
  return withName(only.value, label);
}

function unnamed(item: MapNode, index: number, context: PassContext): MapNode {
  const name = `task_${index}`;
  const message = `a task of a pipeline has no name, and is called \`${name}\``;
  report(context, 'legacy_tool', item.range, message, `write \`name: ${name}\`, or a better one`);
  return withName(item, madeScalar(name, item.range));
}

/** The name stands first, as in the canonical form. */
const withName = (task: MapNode, name: Node): MapNode => task.without('name').with('name', name);
