import { type Entry, isList, isMap, isScalar, isText, MapNode, type Node, textOf } from '../read/node.ts';
import { type Pass, type PassContext, warnOfSpelling } from './pass.ts';

/** Keys of a step that never become fields of its tool. */
export const STEP_KEYS: readonly string[] = [
  ...'step desc description title type tool call spec when loop next case retry save sink set vars'.split(
    ' ',
  ),
  ...'set_ctx set_iter set_vars input args data with as output result outcome'.split(' '),
  ...'timeout on_error redeliver policy'.split(' '),
];

/** Kinds of `type:` that mean a step without a tool. */
const ROUTER_TYPES: readonly string[] = ['start', 'end', 'router'];

/** `call: {type, …}`, `type: http`, `tool: http` with the tool's fields beside it: all become `tool: {kind, …}`. */
export const normaliseToolSpelling: Pass = (step, context) =>
  [nestedCall, typeBeside, kindBeside].reduce((result, pass) => pass(result, context), step);

/** `call: { type | tool: http, … }` */
const nestedCall: Pass = (step, context) => {
  const entry = step.entry('call');
  if (!entry || step.has('tool') || step.has('type') || !isMap(entry.value)) return step;
  warnOfSpelling(context, 'legacy_tool', entry.keyRange, '`call`', '`tool: { kind: …, … }`');
  return step.renamed('call', 'tool').with('tool', inlineKind(entry.value));
};

/** `type: http` and siblings. */
const typeBeside: Pass = (step, context) => {
  const entry = step.entry('type');
  if (!entry || step.has('tool')) return step;
  const type = textOf(entry.value);
  if (type !== undefined && ROUTER_TYPES.includes(type)) {
    const old = `\`type: ${type}\``;
    warnOfSpelling(context, 'legacy_tool', entry.keyRange, old, 'nothing: a step without a tool only routes');
    return step.without('type');
  }
  return step.renamed('type', 'tool');
};

/** `tool: http` and siblings. */
const kindBeside: Pass = (step, context) => {
  const entry = step.entry('tool');
  if (!entry || !isScalar(entry.value)) return step;
  const kind = textOf(entry.value);
  if (kind === undefined) return step;
  if (ROUTER_TYPES.includes(kind)) return step.without('tool');
  // Loops written as tools are reported by the pass that turns them into loops.
  if (kind !== 'iterator' && kind !== 'loop') {
    const old = 'a tool with its fields beside it';
    warnOfSpelling(context, 'legacy_tool', entry.keyRange, old, `\`tool: { kind: ${kind}, … }\``);
  }
  const moves = (field: Entry) => isToolField(field, kind, step);
  const fields = step.entries.filter(moves);
  // The place of the tool is where it is named; its fields may be anywhere in the step.
  const named = { key: 'kind', keyRange: entry.keyRange, value: entry.value };
  const tool = new MapNode([named, ...fields], entry.value.range);
  const rest = new MapNode(
    step.entries.filter(field => !moves(field)),
    step.range,
  );
  return rest.with('tool', tool);
};

function isToolField({ key, value }: Entry, kind: string, step: MapNode): boolean {
  if (key === 'data') return kind === 'http' && !step.has('payload') && !step.has('body');
  if (key === 'args') return isList(value);
  return !STEP_KEYS.includes(key);
}

/** Inside a tool: `type: http` or `tool: http` for `kind: http`, also with the tool nested once more. */
export function inlineKind(tool: MapNode): MapNode {
  if (tool.has('kind')) return tool;
  const entry = tool.entry('tool') ?? tool.entry('type');
  if (entry === undefined) return tool;
  if (isText(entry.value)) return tool.renamed(entry.key, 'kind');
  if (!isMap(entry.value)) return tool;
  return overlay(inlineKind(entry.value), tool.without(entry.key));
}

/** The entries of both; those of `over` win. */
export function overlay(base: MapNode, over: MapNode): MapNode {
  return over.entries.reduce(
    (result, { key, keyRange, value }) => result.with(key, value as Node, keyRange),
    base,
  );
}

/** Warns of `type` or `tool` in place of `kind` inside a task. */
export const normaliseKindKey: Pass = (task: MapNode, context: PassContext) => {
  const inlined = inlineKind(task);
  const entry = task.entry('type') ?? task.entry('tool');
  if (inlined !== task && entry) {
    warnOfSpelling(context, 'legacy_tool', entry.keyRange, `\`${entry.key}\` in a task`, '`kind`');
  }
  return inlined;
};
