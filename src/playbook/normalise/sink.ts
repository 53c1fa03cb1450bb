import { isMap, isText, type MapNode, type Node, textOf } from '../read/node.ts';
import { type PassContext, renameAliases, report, warnOfSpelling } from './pass.ts';
import { mergeInput } from './task-arguments.ts';
import { inlineKind, overlay } from './tool-spelling.ts';

/** `save` is the older name of `sink`. */
export function normaliseSinkKey(owner: MapNode, context: PassContext): MapNode {
  const renamed = renameAliases(owner, { save: 'sink' }, 'legacy_sink', context);
  const sink = renamed.entry('sink');
  if (!sink) return renamed;
  const task = sinkTask(sink.value, context);
  return task ? renamed.with('sink', task) : renamed.without('sink');
}

/** `{storage | tool | type, args | data, statement, …}` as a task; undefined where it only asks for the log. */
function sinkTask(node: Node, context: PassContext): Node | undefined {
  if (!isMap(node)) return node;
  const stored = renameAliases(
    kindFromStorage(node, context),
    { statement: 'query' },
    'legacy_sink',
    context,
  );
  const task = textOf(stored.get('kind')) === 'http' ? stored : mergeInput(stored, ['data'], context);
  const kind = textOf(task.get('kind'));
  if (kind !== undefined && kind !== 'event') return task;
  const message = 'the result is written to the event log in any case';
  report(context, 'legacy_sink', node.range, message, 'remove this, or name a `kind` to write to');
  return undefined;
}

function kindFromStorage(node: MapNode, context: PassContext): MapNode {
  const storage = node.entry('storage');
  if (!storage) {
    const inlined = inlineKind(node);
    const entry = node.entry('tool') ?? node.entry('type');
    if (entry && inlined !== node)
      warnOfSpelling(context, 'legacy_sink', entry.keyRange, `\`${entry.key}\``, '`kind`');
    return inlined;
  }
  warnOfSpelling(context, 'legacy_sink', storage.keyRange, '`storage`', '`kind`');
  if (isText(storage.value)) return node.renamed('storage', 'kind');
  return isMap(storage.value) ? overlay(inlineKind(storage.value), node.without('storage')) : node;
}
