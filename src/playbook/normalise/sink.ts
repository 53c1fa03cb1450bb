import { isMap, isText, type MapNode, madeMap, madeScalar, type Node, textOf } from '../read/node.ts';
import { type Pass, type PassContext, renameAliases, report, warnOfSpelling } from './pass.ts';
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
export function sinkTask(node: Node, context: PassContext): Node | undefined {
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

/** `type: save`: a step that does nothing but store. */
export const normaliseSaveStep: Pass = (step, context) => {
  const tool = step.get('tool');
  const kind = isMap(tool) ? textOf(tool.get('kind')) : undefined;
  if (!isMap(tool) || (kind !== 'save' && kind !== 'sink')) return step;
  const task = sinkTask(tool.without('kind'), context);
  return task ? step.with('tool', task) : step.without('tool');
};

/** Whether the step is an iterator that stores its results once, after all of them are there. */
export const savesAfterLoop = (step: MapNode): boolean =>
  [step.get('tool'), step.get('type')].some(node => textOf(node) === 'iterator') &&
  (step.has('save') || step.has('sink'));

/** The sink of such an iterator is a step of its own, which sees the results as it did before. */
export function splitOffSink(step: MapNode, context: PassContext): MapNode[] {
  const sink = step.entry('save') ?? step.entry('sink');
  const rest = step.without('save', 'sink');
  const task = sink && sinkTask(sink.value, context);
  if (!sink || !task) return [rest];
  warnOfSpelling(
    context,
    'legacy_sink',
    sink.keyRange,
    `\`${sink.key}\` after a loop`,
    'a step that follows',
  );
  const loop = textOf(step.get('step')) ?? '';
  const name = madeScalar(`${loop}_${sink.key}`, sink.keyRange);
  const seen = { result: loop, data: loop, results: `${loop}.results`, count: `${loop}.count` };
  const entries: [string, Node][] = [
    ['step', name],
    [
      'input',
      madeMap(
        Object.entries(seen).map(([key, path]) => [key, madeScalar(`{{ ${path} }}`, sink.keyRange)]),
        sink.keyRange,
      ),
    ],
    ['tool', task],
  ];
  const next = step.get('next');
  if (next) entries.push(['next', next]);
  return [rest.with('next', name), madeMap(entries, sink.keyRange)];
}
