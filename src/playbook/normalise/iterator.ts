import {
  type Entry,
  isMap,
  isScalar,
  isText,
  MapNode,
  madeMap,
  madeScalar,
  type Node,
  textOf,
} from '../read/node.ts';
import { type Pass, type PassContext, report, warnOfSpelling } from './pass.ts';
import { inlineKind } from './tool-spelling.ts';

/** Fields of the iterator that belong to the loop it becomes. */
const LOOP_FIELDS: readonly string[] =
  'collection element mode concurrency where limit order_by chunk enumerate in iterator'.split(' ');

/** `type: iterator` with a nested `task`, and the still older `type: loop`: both become `loop` and `tool`. */
export const normaliseIterator: Pass = (step, context) => {
  const tool = step.get('tool');
  if (!isMap(tool)) return step;
  const kind = textOf(tool.get('kind'));
  if (kind === 'iterator') return fromIterator(step, tool, context);
  return kind === 'loop' ? fromLoopType(step, tool, context) : step;
};

function fromIterator(step: MapNode, tool: MapNode, context: PassContext): MapNode {
  const { range } = tool.get('kind')!;
  warnOfSpelling(context, 'legacy_iterator', range, 'the tool `iterator`', '`loop:` and `tool:` on the step');
  const task = tool.get('task');
  const element = tool.get('element') ?? tool.get('iterator');
  const collection = tool.get('collection') ?? tool.get('data') ?? step.get('data') ?? tool.get('in');
  const lacking = [
    ...(isMap(task) ? [] : ['`task`']),
    ...(element === undefined ? ['`element`'] : []),
    ...(collection === undefined ? ['`collection`'] : []),
  ];
  if (!isMap(task) || collection === undefined || lacking.length > 0) {
    const hint = 'write `loop: { in: …, iterator: … }` and `tool: { … }`';
    report(context, 'iterator_incomplete', range, `the iterator has no ${lacking.join(', no ')}`, hint);
    return step.without('tool');
  }
  if (isNested(task)) {
    const hint = 'put the inner loop into a playbook of its own and call it with `kind: playbook`';
    report(context, 'iterator_nested', task.range, 'an iterator inside an iterator cannot be one step', hint);
    return step.without('tool');
  }
  let loop = pick(tool, LOOP_FIELDS);
  loop = loop.without('in').with('collection', unwrap(collection, textOf(element)));
  const rest = tool.without('kind', 'task', 'data', ...LOOP_FIELDS);
  const looping = step
    .without('tool', 'data')
    .with('loop', loop)
    .with('tool', inlineKind(task).without('task'));
  return moveUp(looping, rest);
}

const isNested = (task: MapNode): boolean => {
  const kind = textOf(inlineKind(task).get('kind'));
  return kind === 'iterator' || kind === 'loop';
};

/** Other fields of the iterator (`save`, `retry`, …) belong to the step. */
const moveUp = (step: MapNode, fields: MapNode): MapNode =>
  fields.entries.reduce((result, { key, keyRange, value }) => result.with(key, value, keyRange), step);

const pick = (node: MapNode, keys: readonly string[]): MapNode =>
  new MapNode(
    node.entries.filter(({ key }) => keys.includes(key)),
    node.range,
  );

/** A mapping that only wraps the collection gives the collection. */
function unwrap(collection: Node, element: string | undefined): Node {
  if (!isMap(collection)) return collection;
  const wrappers = ['items', 'values', 'collection'];
  if (element !== undefined) wrappers.unshift(element, `${element}s`, `${element}_list`, `${element}_items`);
  const named = wrappers.map(key => collection.get(key)).find(node => node !== undefined);
  return named ?? (collection.entries.length === 1 ? collection.entries[0]!.value : collection);
}

/** `type: loop`, `mode: workbook | playbooks`, `in`, `iterator`, `task` or `catalog_path`, `with`, `parallel`. */
function fromLoopType(step: MapNode, tool: MapNode, context: PassContext): MapNode {
  const kind = tool.entry('kind')!;
  warnOfSpelling(
    context,
    'legacy_iterator',
    kind.value.range,
    '`type: loop`',
    '`loop:` and `tool:` on the step',
  );
  const playbook = tool.has('catalog_path') || textOf(tool.get('mode')) === 'playbooks';
  const entries: Entry[] = [
    {
      key: 'kind',
      keyRange: kind.keyRange,
      value: madeScalar(playbook ? 'playbook' : 'workbook', kind.value.range),
    },
  ];
  const target = playbook ? (tool.entry('catalog_path') ?? tool.entry('path')) : tool.entry('task');
  if (target) entries.push({ ...target, key: playbook ? 'path' : 'task' });
  else report(context, 'iterator_incomplete', kind.value.range, 'the loop does not say what it runs');
  const input = step.entry('with') ?? tool.entry('with');
  if (input) entries.push({ ...input, key: 'input' });
  const loop = withMode(pick(tool, ['in', 'collection', 'iterator', 'element', 'where', 'limit']), tool);
  return step.without('tool', 'with').with('loop', loop).with('tool', new MapNode(entries, kind.value.range));
}

function withMode(loop: MapNode, tool: MapNode): MapNode {
  const parallel = tool.get('parallel');
  const isParallel = isScalar(parallel) && parallel.value === true;
  const text = isText(parallel) && /^(yes|true|on)$/i.test(parallel.value);
  if (!parallel || !(isParallel || text)) return loop;
  return loop.with('spec', madeMap([['mode', madeScalar('parallel', parallel.range)]], parallel.range));
}
