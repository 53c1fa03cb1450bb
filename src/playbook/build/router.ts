import type { Arc, ArcTarget, ArcTrigger, Condition, Router } from '../model.ts';
import {
  describe,
  isList,
  isMap,
  isNull,
  isScalar,
  type ListNode,
  type MapNode,
  type Node,
} from '../read/node.ts';
import { buildAssignments } from './assignments.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';

const MODES = ['exclusive', 'inclusive'] as const;
const NO_MATCH = ['complete', 'quiet', 'error'] as const;
const OUTCOMES = ['success', 'failure', 'any'] as const;

/** What arcs need to know of the playbook around them. */
export interface Surroundings {
  /** Whether a step is called `end`. */
  readonly hasEnd: boolean;
  /** `on_no_match` of routers that do not say. */
  readonly onNoMatch: Router['onNoMatch'];
}

/** One target of one group, as it was written. */
interface Draft {
  readonly group: number;
  /** What the group says: condition, outcome. */
  readonly owner: MapNode | undefined;
  readonly target: MapNode | undefined;
  readonly step: Node;
}

export function buildRouter(builder: Builder, node: Node | undefined, around: Surroundings): Router {
  const map = isMap(node) ? node : undefined;
  if (map) builder.unknownKeys(map, KEYS.next, '`next`');
  const spec = builder.map(map?.get('spec'), '`next.spec`');
  if (spec) builder.unknownKeys(spec, KEYS.nextSpec, '`next.spec`');
  const authored = builder.oneOf(spec?.get('mode'), '`next.spec.mode`', MODES, 'exclusive');
  const drafts = draftArcs(builder, node);
  const anyCondition = drafts.some(({ owner }) => owner?.has('when'));
  const bareIsOtherwise = authored === 'exclusive' && anyCondition;
  const { mode, arcs } = simplest(
    authored,
    drafts.map(draft => buildArc(builder, draft, bareIsOtherwise, around)),
    builder,
  );
  const onNoMatch = builder.oneOf(spec?.get('on_no_match'), '`on_no_match`', NO_MATCH, around.onNoMatch);
  const router: Router = {
    mode,
    arcs: Object.freeze(arcs),
    onNoMatch: arcs.length > 0 ? onNoMatch : 'complete',
  };
  return node ? builder.place(router, node.range) : Object.freeze(router);
}

function draftArcs(builder: Builder, node: Node | undefined): Draft[] {
  if (node === undefined || isNull(node)) return [];
  if (isScalar(node)) return [{ group: 0, owner: undefined, target: undefined, step: node }];
  const list = isList(node) ? node : builder.list(node.get('arcs'), '`next.arcs`');
  if (list) return draftList(builder, list);
  if (isMap(node) && !node.has('arcs')) {
    builder.report(
      'arc_shape',
      node.range,
      '`next` has no `arcs`',
      'write `next: name`, or `next: { arcs: [ … ] }`',
    );
  }
  return [];
}

function draftList(builder: Builder, list: ListNode): Draft[] {
  return list.items.flatMap<Draft>((item, group) => {
    // A list of names is one group: all of them follow.
    if (isScalar(item) && item.value !== null) {
      return [{ group: 0, owner: undefined, target: undefined, step: item }];
    }
    if (!isMap(item)) {
      builder.report(
        'arc_shape',
        item.range,
        `an arc is ${describe(item)}, not a mapping`,
        'write `{ step: … }`',
      );
      return [];
    }
    builder.unknownKeys(item, KEYS.arc, 'an arc');
    return draftTargets(builder, item, group);
  });
}

/** `step: a`, `step: [a, b]`, or `then: [{step, args, set}]`: all targets of one group. */
function draftTargets(builder: Builder, owner: MapNode, group: number): Draft[] {
  const then = owner.get('then');
  const step = owner.get('step');
  if (isList(then)) {
    return then.items.flatMap<Draft>(target => {
      if (!isMap(target)) return [{ group, owner, target: undefined, step: target }];
      builder.unknownKeys(target, KEYS.target, 'a target');
      return target.has('step')
        ? [{ group, owner, target, step: target.get('step')! }]
        : noTarget(builder, target);
    });
  }
  if (step === undefined || isNull(step)) return noTarget(builder, owner);
  const steps = isList(step) ? step.items : [step];
  return steps.map(each => ({ group, owner, target: undefined, step: each }));
}

function noTarget(builder: Builder, node: MapNode): Draft[] {
  builder.report(
    'arc_shape',
    node.range,
    'the arc does not say where it leads',
    'write `step: <name of a step>`',
  );
  return [];
}

/** One group where every arc fires whenever any does; exclusive where there is only one group. */
function simplest(authored: Router['mode'], arcs: readonly Arc[], builder: Builder) {
  const [first] = arcs;
  const together = arcs.every(arc => arc.fires.kind === 'always' && arc.on === first?.on);
  if (authored === 'inclusive' && together) {
    return { mode: 'exclusive' as const, arcs: arcs.map(arc => builder.moved(arc, { ...arc, group: 0 })) };
  }
  return { mode: arcs.every(arc => arc.group === first?.group) ? ('exclusive' as const) : authored, arcs };
}

function buildArc(builder: Builder, draft: Draft, bareIsOtherwise: boolean, around: Surroundings): Arc {
  const { owner, target, step, group } = draft;
  const when = builder.condition(owner?.get('when'), '`when`');
  const derived = when && builder.conditions.observesFailure(when) ? 'any' : 'success';
  const args = target?.get('args') ?? owner?.get('args');
  const arc: Arc = {
    target: arcTarget(builder, step, around),
    fires: trigger(builder, owner, when, bareIsOtherwise),
    on: builder.oneOf(owner?.get('on'), '`on`', OUTCOMES, derived),
    group,
    set: Object.freeze([
      ...buildAssignments(builder, owner?.get('set')),
      ...buildAssignments(builder, target?.get('set')),
    ]),
    args: builder.mapping(args, '`args`'),
  };
  return builder.place(arc, step.range, { target: step });
}

function trigger(
  builder: Builder,
  owner: MapNode | undefined,
  when: Condition | undefined,
  bareIsOtherwise: boolean,
): ArcTrigger {
  if (when) return Object.freeze({ kind: 'when', when });
  const otherwise = bareIsOtherwise || builder.flag(owner?.get('else'), '`else`', false);
  return Object.freeze({ kind: otherwise ? 'otherwise' : 'always' });
}

function arcTarget(builder: Builder, node: Node, { hasEnd }: Surroundings): ArcTarget {
  const step = builder.text(node, 'the target of an arc') ?? '';
  return Object.freeze(step === 'end' && !hasEnd ? { kind: 'exit' } : { kind: 'step', step });
}
