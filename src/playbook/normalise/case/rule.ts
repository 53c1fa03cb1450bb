import type { SourceRange } from '../../positions.ts';
import { isMap, type MapNode, madeMap, madeScalar, type Node, textOf } from '../../read/node.ts';
import { thenTargets } from '../next.ts';
import { collectAction } from '../pagination.ts';
import { report } from '../pass.ts';
import { retryPolicy } from '../retry.ts';
import { append, scopedSets } from '../scoped-set.ts';
import { type Actions, readActions } from './actions.ts';
import { collectAsSet, setAsMapping } from './collected.ts';
import { allOf, type EventTest, takeApart } from './event-test.ts';
import { addInlineStep } from './inline-tasks.ts';
import { addRetry, addRule, addSet, inRuleWords, makeRule, type Translation } from './translation.ts';

/** Events at which a step has succeeded. */
const DONE: readonly (string | undefined)[] = ['call.done', 'step.exit', 'step.done', 'loop.done', undefined];
const FAILED: readonly (string | undefined)[] = ['call.error', 'step.failed', 'command.failed'];

interface Context {
  readonly translation: Translation;
  readonly actions: Actions;
  readonly when: (Node & { readonly value: unknown }) | undefined;
  readonly test: EventTest;
  readonly range: SourceRange;
}

/** Translates `{when, then, else}`. */
export function translateRule(rule: MapNode, translation: Translation): void {
  const whenNode = rule.get('when');
  const condition = textOf(whenNode) ?? 'true';
  const test = takeApart(condition);
  const then = rule.get('then');
  if (then === undefined) {
    report(translation.context, 'case_action', rule.range, 'a rule of `case` has no `then`');
    return;
  }
  const when = whenNode?.kind === 'scalar' ? whenNode : undefined;
  translateActions({
    translation,
    actions: withCollected(readActions(then), translation),
    when,
    test: test ?? { event: 'unclear', rest: undefined },
    range: rule.range,
  });
  const otherwise = rule.get('else');
  if (otherwise) translateElse(otherwise, translation, rule.range);
}

/** Without another page to fetch, `collect` adds to a variable: it is a `set`. */
function withCollected(actions: Actions, { paginates }: Translation): Actions {
  const named = new Map(actions.named);
  const set = named.get('set');
  if (set) named.set('set', { ...set, value: setAsMapping(set.value) });
  const collect = named.get('collect');
  if (!collect || named.has('call')) return { ...actions, named };
  const added = paginates ? undefined : collectAsSet(collect.value);
  if (paginates || added) named.delete('collect');
  if (added) named.set('set', { ...collect, key: 'set', value: append(named.get('set')?.value, added) });
  return { ...actions, named };
}

function translateActions(context: Context): void {
  const { actions } = context;
  for (const { key, keyRange } of actions.unknown) {
    reject(
      context,
      keyRange,
      `\`${key}\` is not an action of \`case\``,
      'use `next`, `set`, `retry`, `fail`, …',
    );
  }
  const paginates = actions.named.has('call');
  if (paginates) paginate(context);
  for (const [name, entry] of actions.named) {
    if (name === 'next' || name === 'call' || (name === 'collect' && paginates)) continue;
    translateAction(name, entry.value, entry.keyRange, context);
  }
  if (actions.named.has('next') || actions.tasks.length > 0) route(context);
}

function translateAction(name: string, value: Node, at: SourceRange, context: Context): void {
  switch (name) {
    case 'set':
      return assign(value, at, context);
    case 'retry':
      return retry(value, at, context);
    case 'fail':
      return fail(value, at, context);
    case 'skip':
      return skip(at, context);
    case 'sink':
      return sink(value, at, context);
    case 'collect':
      return reject(
        context,
        at,
        '`collect` does not say what it collects into what',
        'write `set: { ctx.x: "{{ … }}" }`, or `paginate: { while, next, collect }`',
      );
    default:
      // What the pages were collected into is the result anyway.
      if (context.translation.paginates) return;
      return reject(
        context,
        at,
        `\`${name}\` has no counterpart`,
        'compute the result in a further task of the pipeline',
      );
  }
}

/** `next`, and inline tasks before it: an arc, if need be by way of a step that runs the tasks. */
function route({ translation, actions, when, range }: Context): void {
  const next = actions.named.get('next');
  const target =
    actions.tasks.length > 0
      ? madeScalar(addInlineStep(translation, actions.tasks, next?.value), actions.tasks[0]!.keyRange)
      : next!.value;
  const entries: [string, Node][] = [['then', thenTargets(target, translation.context)]];
  if (when) entries.push(['when', when as Node]);
  const set = actions.named.get('set');
  if (set && isMap(set.value)) entries.push(['set', assignments(set.value, translation)]);
  translation.arcs.push(madeMap(entries, range));
}

const assignments = (set: MapNode, { context }: Translation): MapNode =>
  scopedSets(madeMap([['set', set]], set.range), context).get('set') as MapNode;

/** Without `next`, a `set` belongs to the step if nothing else must hold, else to a rule of its task. */
function assign(value: Node, at: SourceRange, context: Context): void {
  const { actions, test, translation } = context;
  if (actions.named.has('next') || actions.tasks.length > 0 || !isMap(value)) return;
  const set = assignments(value, translation);
  if (DONE.includes(test.event) && test.rest === undefined) return addSet(translation, set);
  const done = DONE.includes(test.event);
  if (!done && !FAILED.includes(test.event)) return rejectEvent(context, at, 'set');
  const status = done ? undefined : "output.status == 'error'";
  const when = allOf(status, inRuleWords(test.rest)) ?? 'true';
  const action: [string, Node][] = [
    ['do', madeScalar(done ? 'continue' : 'fail', at)],
    ['set', set],
  ];
  if (!addRule(translation, makeRule(when, action, at))) rejectPipeline(context, at);
}

function retry(value: Node, at: SourceRange, context: Context): void {
  const { test, translation } = context;
  const failed = FAILED.includes(test.event);
  if (!failed && !DONE.includes(test.event)) return rejectEvent(context, at, 'retry');
  const looksAtError = /\berror\b/.test(test.rest ?? '');
  const done = test.event === undefined || looksAtError ? undefined : 'error == None';
  const state = failed ? 'error != None' : done;
  const when = allOf(state, test.rest);
  const policy = retryPolicy(value, translation.context);
  addRetry(
    translation,
    when === undefined || policy.has('when') ? policy : policy.with('when', madeScalar(when, at)),
  );
}

function fail(value: Node, at: SourceRange, context: Context): void {
  const { test, translation } = context;
  const failed = FAILED.includes(test.event);
  if (!failed && !DONE.includes(test.event)) return rejectEvent(context, at, 'fail');
  const message = isMap(value) ? value.get('message') : value;
  const when = allOf(failed ? "output.status == 'error'" : undefined, inRuleWords(test.rest)) ?? 'true';
  const action: [string, Node][] = [['do', madeScalar('fail', at)]];
  if (message && textOf(message) !== undefined) action.push(['message', message]);
  if (!addRule(translation, makeRule(when, action, at))) rejectPipeline(context, at);
}

/** `skip` when the step is entered: its guard. */
function skip(at: SourceRange, context: Context): void {
  const { test, translation } = context;
  if (test.event !== 'step.enter' || test.rest === undefined || translation.step.has('when')) {
    return reject(
      context,
      at,
      '`skip` here has no counterpart',
      'write a guard: `when: "{{ … }}"` on the step',
    );
  }
  translation.step = translation.step.with('when', madeScalar(`{{ not (${test.rest}) }}`, at));
}

function sink(value: Node, at: SourceRange, context: Context): void {
  const { test, translation } = context;
  const tool = translation.step.get('tool');
  if (!DONE.includes(test.event) || test.rest !== undefined || !isMap(tool)) {
    return reject(
      context,
      at,
      'a `sink` under a condition has no counterpart',
      'route to a step that stores the result',
    );
  }
  translation.step = translation.step.with('tool', tool.with('sink', value, at));
}

/** `collect` and `call`: another page. */
function paginate(context: Context): void {
  const { actions, test, translation } = context;
  const call = actions.named.get('call')!;
  const tool = translation.step.get('tool');
  if (!DONE.includes(test.event) || test.rest === undefined || !isMap(tool)) {
    return reject(
      context,
      call.keyRange,
      '`call` here has no counterpart',
      'write `paginate: { while, next, collect }`',
    );
  }
  const entries: [string, Node][] = [
    ['while', madeScalar(`{{ ${test.rest} }}`, context.range)],
    ['next', call.value],
  ];
  const collect = actions.named.get('collect');
  if (collect) entries.push(['collect', collectAction(collect.value, translation.context)]);
  translation.step = translation.step.with(
    'tool',
    tool.with('paginate', madeMap(entries, context.range), call.keyRange),
  );
}

function translateElse(node: Node, translation: Translation, range: SourceRange): void {
  const { named, tasks, unknown } = readActions(node);
  const next = named.get('next');
  if (!next || named.size > 1 || tasks.length > 0 || unknown.length > 0) {
    const hint = 'give it a condition of its own';
    report(translation.context, 'case_action', node.range, '`else` can only have `next`', hint);
    return;
  }
  translation.arcs.push(madeMap([['then', thenTargets(next.value, translation.context)]], range));
}

function reject({ translation }: Context, at: SourceRange, message: string, hint: string): void {
  report(translation.context, 'case_action', at, message, hint);
}

const rejectEvent = (context: Context, at: SourceRange, action: string): void =>
  reject(
    context,
    at,
    `\`${action}\` ${context.test.event === 'unclear' ? 'under this condition' : `at \`${context.test.event}\``} has no counterpart`,
    context.test.event === 'step.enter'
      ? 'set it on the arcs that lead here, or give it a default in `workload`'
      : 'test `call.done` or `call.error`, with `event.name == …` first',
  );

const rejectPipeline = (context: Context, at: SourceRange): void =>
  reject(
    context,
    at,
    'a rule of `case` cannot act on a pipeline',
    'write `spec.policy.rules` on the task it is about',
  );
