import type { Duration, LoopingStep, PlainStep, Retry, Step, Task, Tool } from '../model.ts';
import { isList, isMap, isNull, type MapNode, type Node } from '../read/node.ts';
import { TELLING_FIELDS } from '../tool-kinds.ts';
import { buildAssignments } from './assignments.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';
import { buildLoop } from './loop.ts';
import { buildAdmission } from './policy.ts';
import { poolName } from './pool-name.ts';
import { buildRetry, NO_RETRY } from './retry.ts';
import { buildRouter, type Surroundings } from './router.ts';
import { buildTask } from './task.ts';

const NAME = /^[\p{L}\p{N}_-]+$/u;

export function buildStep(builder: Builder, node: MapNode, around: Surroundings): Step {
  const nameNode = node.get('step');
  const name = stepName(builder, node);
  const onError = builder.oneOf(node.get('on_error'), '`on_error`', ['fail', 'continue'] as const, 'fail');
  const tool = buildTool(builder, node, name);
  const { retry, hoisted } = hoistRetry(tool, buildRetry(builder, node.get('retry')));
  const spec = specOf(builder, node);
  const base = {
    name,
    desc: builder.text(node.get('desc'), '`desc`'),
    when: builder.condition(node.get('when'), '`when`'),
    admit: buildAdmission(builder, admitNode(builder, spec)),
    input: builder.mapping(node.get('input'), '`input`'),
    tool: hoisted(builder),
    set: buildAssignments(builder, node.get('set')),
    retry,
    onError,
    redeliver: builder.oneOf(node.get('redeliver'), '`redeliver`', ['always', 'never'] as const, 'always'),
    pool: poolName(builder, spec?.get('pool')),
    next: buildRouter(builder, node.get('next'), around),
  };
  const loop = buildLoop(builder, node.get('loop'), onError);
  const step: PlainStep | LoopingStep = loop ? { kind: 'loop', ...base, loop } : { kind: 'plain', ...base };
  return builder.place(step, (nameNode ?? node).range, node);
}

function stepName(builder: Builder, node: MapNode): string {
  const nameNode = node.get('step');
  const name = builder.text(nameNode, '`step`');
  if (name === undefined || name === '') {
    const hint = node.has('name') ? 'the key is `step`, not `name`' : 'write `step: <name>`';
    builder.report('step_unnamed', (nameNode ?? node).range, 'the step has no name', hint);
    return '';
  }
  if (!NAME.test(name)) {
    const hint = 'use letters, digits, `_` and `-`';
    builder.report('step_unnamed', nameNode!.range, `\`${name}\` cannot be the name of a step`, hint);
  }
  return name;
}

function specOf(builder: Builder, step: MapNode): MapNode | undefined {
  const spec = builder.map(step.get('spec'), '`spec` of a step');
  if (spec) builder.unknownKeys(spec, KEYS.stepSpec, '`spec` of a step');
  return spec;
}

/** `spec.policy.admit`. */
function admitNode(builder: Builder, spec: MapNode | undefined): Node | undefined {
  const policy = builder.map(spec?.get('policy'), '`policy` of a step');
  if (policy) builder.unknownKeys(policy, KEYS.stepPolicy, '`policy` of a step');
  return policy?.get('admit');
}

function buildTool(builder: Builder, step: MapNode, name: string): Tool {
  const node = step.get('tool');
  // `name` in place of `step` was reported with the name that is missing.
  const unknown = step.without(...KEYS.step, ...(step.has('step') ? [] : ['name']));
  if (node === undefined || isNull(node)) reportLostTool(builder, unknown, node !== undefined);
  else reportStrays(builder, unknown);
  const timeout = builder.duration(step.get('timeout'), '`timeout`');
  if (isMap(node)) {
    const task = buildTask(builder, node, { name, isSingle: true, previous: undefined, timeout });
    return { kind: 'single', task };
  }
  const list = isList(node) ? node : undefined;
  if (node && !list && !isNull(node)) builder.wrongType(node, '`tool`', 'a mapping or a list');
  const [first, ...rest] = list ? buildTasks(builder, list.items, timeout) : [];
  return first ? { kind: 'pipeline', tasks: Object.freeze([first, ...rest] as const) } : { kind: 'router' };
}

/** Keys that mean nothing on a step; those of tools stand beside theirs by mistake. */
function reportStrays(builder: Builder, unknown: MapNode): void {
  const strays = unknown.entries.filter(({ key }) => TELLING_FIELDS.includes(key));
  for (const { key, keyRange } of strays) {
    const message = `\`${key}\` stands beside the tool, where it has no meaning`;
    builder.report('unknown_key', keyRange, message, `move it inside: \`${toolWith(key)}\``);
  }
  builder.unknownKeys(unknown.without(...strays.map(({ key }) => key)), KEYS.step, 'a step');
}

const toolWith = (key: string): string =>
  key === 'kind' ? 'tool: { kind: … }' : `tool: { kind: …, ${key}: … }`;

/** Without a tool a step only routes; with fields that only a tool has, the tool was forgotten, or not indented. */
function reportLostTool(builder: Builder, unknown: MapNode, isEmpty: boolean): void {
  const telling = unknown.entries.find(({ key }) => TELLING_FIELDS.includes(key));
  if (!telling) {
    builder.unknownKeys(unknown, KEYS.step, 'a step');
    return;
  }
  const message = isEmpty
    ? `\`tool\` is empty, and \`${telling.key}\` stands beside it`
    : `the step has \`${telling.key}\`, but no \`tool\``;
  const hint = isEmpty
    ? 'indent what belongs to the tool further than `tool:`'
    : `write \`${toolWith(telling.key)}\``;
  builder.report('tool_missing', telling.keyRange, message, hint);
}

function buildTasks(builder: Builder, items: readonly Node[], timeout: Duration | undefined): Task[] {
  const tasks: Task[] = [];
  for (const item of items) {
    if (!isMap(item)) continue;
    const name = builder.text(item.get('name'), '`name`') ?? '';
    tasks.push(buildTask(builder, item, { name, isSingle: false, previous: tasks.at(-1)?.name, timeout }));
  }
  return tasks;
}

/** The retry of an only task is its step's (decision T6), and wins over the step's own. */
function hoistRetry(tool: Tool, own: readonly Retry[]) {
  const only =
    tool.kind === 'single'
      ? tool.task
      : tool.kind === 'pipeline' && tool.tasks.length === 1
        ? tool.tasks[0]
        : undefined;
  if (!only || only.retry.length === 0) return { retry: own, hoisted: () => Object.freeze(tool) };
  const hoisted = (builder: Builder): Tool => {
    const task = builder.moved(only, { ...only, retry: NO_RETRY });
    const next: Tool =
      tool.kind === 'single'
        ? { kind: 'single', task }
        : { kind: 'pipeline', tasks: Object.freeze([task] as const) };
    return Object.freeze(next);
  };
  return { retry: only.retry, hoisted };
}
