import type { SourceRange } from '../positions.ts';
import {
  isList,
  isMap,
  isText,
  type MapNode,
  madeList,
  madeMap,
  madeScalar,
  type Node,
  textOf,
} from '../read/node.ts';
import { type Pass, type PassContext, renameAliases, warnOfSpelling } from './pass.ts';

const CONDITION_ALIASES = { cond: 'when', condition: 'when', if: 'when', expr: 'when' };
const ARGUMENT_ALIASES = { data: 'args', with: 'args', input: 'args' };

/** Every spelling of `next` becomes a name, a list of names, or `{spec: {mode}, arcs: […]}`. */
export const normaliseNext: Pass = (step, context) => {
  const entry = step.entry('next');
  const mode = nextMode(step);
  const base = mode ? withoutNextMode(step, context) : step;
  if (!entry) return base;
  return base.with('next', normaliseRouter(entry.value, mode, entry.keyRange, context));
};

/** `spec.next_mode` of a step. */
function nextMode(step: MapNode): Node | undefined {
  const spec = step.get('spec');
  return isMap(spec) ? spec.get('next_mode') : undefined;
}

function withoutNextMode(step: MapNode, context: PassContext): MapNode {
  const spec = step.get('spec') as MapNode;
  const { keyRange } = spec.entry('next_mode')!;
  warnOfSpelling(
    context,
    'legacy_next',
    keyRange,
    '`spec.next_mode`',
    '`next: { spec: { mode: … }, arcs: [ … ] }`',
  );
  return step.with('spec', spec.without('next_mode'));
}

function normaliseRouter(node: Node, mode: Node | undefined, at: SourceRange, context: PassContext): Node {
  const inner = unwrap(node, at, context);
  if (isText(inner)) return inner;
  if (isMap(inner)) {
    if (inner.has('arcs')) return canonicalRouter(inner, mode, context);
    return isArcLike(inner) ? fromItems([inner], mode, at, context) : inner;
  }
  if (!isList(inner) || inner.items.every(isText)) return inner;
  return fromItems(inner.items, mode, at, context);
}

/** `next: {next: …}` and `next: [{next: …}]` */
function unwrap(node: Node, at: SourceRange, context: PassContext): Node {
  const only = isList(node) && node.items.length === 1 ? node.items[0] : node;
  if (!isMap(only) || only.entries.length !== 1 || !only.has('next')) return node;
  warnOfSpelling(context, 'legacy_next', at, '`next` inside `next`', 'the inner one alone');
  return unwrap(only.get('next')!, at, context);
}

const isArcLike = (node: MapNode): boolean => ['step', 'then', 'else', 'when'].some(key => node.has(key));

function canonicalRouter(router: MapNode, mode: Node | undefined, context: PassContext): MapNode {
  const arcs = router.get('arcs');
  const spec = router.get('spec');
  let result = router;
  if (isList(arcs)) {
    const items = arcs.items.map(arc => (isMap(arc) ? normaliseArc(arc, context) : arc));
    result = result.with('arcs', madeList(items, arcs.range));
  }
  if (mode === undefined || (isMap(spec) && spec.has('mode'))) return result;
  return result.with('spec', (isMap(spec) ? spec : madeMap([], mode.range)).with('mode', mode));
}

function fromItems(
  items: readonly Node[],
  mode: Node | undefined,
  at: SourceRange,
  context: PassContext,
): Node {
  warnOfSpelling(
    context,
    'legacy_next',
    at,
    'a list of arcs',
    '`next: { arcs: [ { step: …, when: … } ] }`, or `next: [a, b]`',
  );
  const arcs = items.flatMap(item => toArcs(item, context));
  const conditional = arcs.some(arc => isMap(arc) && arc.has('when'));
  if (!conditional) {
    const names = arcs.flatMap(arc => (isMap(arc) ? bareName(arc) : [arc]));
    if (names.every(isText)) return madeList(names, at);
  }
  const chosen = mode ?? madeScalar(defaultMode(conditional, context), at);
  const marked = textOf(chosen) === 'inclusive' ? arcs : arcs.map(withoutElse);
  return madeMap(
    [
      ['spec', madeMap([['mode', chosen]], at)],
      ['arcs', madeList(marked, at)],
    ],
    at,
  );
}

/** Without conditions all fire; with them, the first generation took every match. */
const defaultMode = (conditional: boolean, { generation }: PassContext): string =>
  !conditional || generation === 'v1' ? 'inclusive' : 'exclusive';

/** In exclusive mode an arc without a condition is the other case already. */
const withoutElse = (arc: Node): Node => (isMap(arc) ? arc.without('else') : arc);

/** The names an arc leads to, if it says nothing else. */
function bareName(arc: MapNode): Node[] {
  const [only] = arc.without('else').entries;
  if (only === undefined || arc.without('else').entries.length !== 1) return [arc];
  if (only.key === 'step') return [only.value];
  if (only.key !== 'then' || !isList(only.value)) return [arc];
  return only.value.items.flatMap(item => (isMap(item) ? bareName(item) : [item]));
}

/** An item of a list: a name, `{step, …}`, `{when, then, else}` or `{else}`. */
function toArcs(item: Node, context: PassContext): Node[] {
  if (isText(item)) return [madeMap([['step', item]], item.range)];
  if (!isMap(item)) return [item];
  if (item.entries.length === 1 && item.has('next')) {
    const inner = item.get('next')!;
    return (isList(inner) ? inner.items : [inner]).flatMap(each => toArcs(each, context));
  }
  const otherwise = item.get('else');
  const arc = normaliseArc(item.without('else'), context);
  const arcs: Node[] = arc.entries.length > 0 ? [arc] : [];
  if (otherwise !== undefined) arcs.push(elseArc(otherwise, context));
  return arcs;
}

function elseArc(node: Node, context: PassContext): MapNode {
  const then = isMap(node) && node.has('then') ? node.get('then')! : node;
  const targets = thenTargets(then, context);
  return madeMap(
    [
      ['then', targets],
      ['else', madeScalar(true, node.range)],
    ],
    node.range,
  );
}

/** Aliases of one arc; `then` becomes a list of `{step, args, set}`. */
export function normaliseArc(arc: MapNode, context: PassContext): MapNode {
  const conditions = renameAliases(arc, CONDITION_ALIASES, 'legacy_next', context);
  const renamed = renameAliases(conditions, ARGUMENT_ALIASES, 'legacy_next', context);
  const then = renamed.get('then');
  return then === undefined ? renamed : renamed.with('then', thenTargets(then, context));
}

export function thenTargets(node: Node, context: PassContext): Node {
  const items = (isList(node) ? node.items : [node]).flatMap(item => {
    if (isMap(item) && item.entries.length === 1 && item.has('next')) {
      const inner = item.get('next')!;
      return isList(inner) ? inner.items : [inner];
    }
    return [item];
  });
  return madeList(
    items.map(item =>
      isMap(item)
        ? renameAliases(item, ARGUMENT_ALIASES, 'legacy_next', context)
        : madeMap([['step', item]], item.range),
    ),
    node.range,
  );
}
