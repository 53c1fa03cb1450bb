import { canonicalJson } from '../../../common/canonical-json.ts';
import type { Arc, Condition, Router } from '../../model.ts';
import { type Field, type Fields, leaf, type Part, type Tree } from '../tree.ts';
import { dataField, field, fields, filled, items, scalar } from './build.ts';
import { assignments, condition } from './expression.ts';
import type { Places } from './places.ts';

/** What the short forms of routing leave unsaid. */
export interface RoutingDefaults {
  /** What happens if no arc matches, where a step does not say. */
  readonly onNoMatch: Router['onNoMatch'];
  /** Whether an arc with this condition is considered on failure too, where it does not say. */
  observesFailure(condition: Condition): boolean;
}

type Step = { readonly next: Router };
type Group = readonly [Arc, ...Arc[]];

/** `next: a`, `next: [a, b]`, or the long form with arcs. */
export function nextField(places: Places, step: Step, defaults: RoutingDefaults): Field | undefined {
  const { next } = step;
  const [first, ...others] = next.arcs;
  if (!first) return undefined;
  const source = places.ofValue(step, 'next') ?? places.of(next);
  if (next.onNoMatch !== defaults.onNoMatch || !isListOfNames(next)) {
    return field('next', longTree(places, next, defaults), source);
  }
  if (others.length === 0) return field('next', leaf(targetName(first)), places.of(first) ?? source);
  const parts = next.arcs.map(arc => ({ value: leaf(targetName(arc)), source: places.of(arc) }));
  return field('next', items('auto', parts), source);
}

/** Names alone are one group of arcs that always fire. */
const isListOfNames = ({ arcs }: Router): boolean =>
  arcs.every(
    arc =>
      arc.group === 0 &&
      arc.fires.kind === 'always' &&
      arc.on === 'success' &&
      arc.set.length === 0 &&
      Object.keys(arc.args).length === 0,
  );

const targetName = ({ target }: Arc): string => (target.kind === 'exit' ? 'end' : target.step);

function longTree(places: Places, next: Router, defaults: RoutingDefaults): Fields {
  const spec = fields('auto', [
    scalar(places, next, 'mode', 'mode', 'exclusive'),
    scalar(places, next, 'onNoMatch', 'on_no_match', defaults.onNoMatch),
  ]);
  const hasConditions = next.arcs.some(arc => arc.fires.kind === 'when');
  const saysElse = next.mode === 'inclusive' || !hasConditions;
  const groups = groupsOf(next.arcs).map(group => groupPart(places, group, saysElse, defaults));
  return fields('block', [
    filled('spec', spec),
    field('arcs', items('block', groups), places.ofValue(next, 'arcs')),
  ]);
}

function groupsOf(arcs: readonly Arc[]): readonly Group[] {
  const groups = new Map<number, [Arc, ...Arc[]]>();
  for (const arc of arcs) {
    const group = groups.get(arc.group);
    if (group) group.push(arc);
    else groups.set(arc.group, [arc]);
  }
  return [...groups.values()];
}

/**
 * Arcs that are selected together: `{ step: a, … }`, `{ step: [a, b], … }`, or where they carry different
 * values `{ then: [{ step: a, … }, …] }`. `else` is said only where an arc without a condition means another thing.
 */
function groupPart(places: Places, group: Group, saysElse: boolean, defaults: RoutingDefaults): Part {
  const [first] = group;
  const { fires } = first;
  const unsaid = fires.kind === 'when' && defaults.observesFailure(fires.when) ? 'any' : 'success';
  const said = [
    fires.kind === 'when' ? condition(places, fires, 'when', 'when') : undefined,
    fires.kind === 'otherwise' && saysElse ? field('else', leaf(true)) : undefined,
    scalar(places, first, 'on', 'on', unsaid),
  ];
  const carried = [assignments(places, first), dataField(places, first, 'args', 'args')];
  const value = carrySame(group)
    ? fields('auto', [field('step', targetsTree(places, group), places.of(first)), ...said, ...carried])
    : fields('auto', [...said, field('then', thenTree(places, group))]);
  return { value, source: places.of(first) };
}

const carrySame = ([first, ...others]: Group): boolean =>
  others.every(arc => canonicalJson([arc.set, arc.args]) === canonicalJson([first.set, first.args]));

function targetsTree(places: Places, group: Group): Tree {
  if (group.length === 1) return leaf(targetName(group[0]));
  const parts = group.map(arc => ({ value: leaf(targetName(arc)), source: places.of(arc) }));
  return items('auto', parts);
}

function thenTree(places: Places, group: Group): Tree {
  const parts = group.map(arc => ({
    value: fields('auto', [
      field('step', leaf(targetName(arc)), places.of(arc)),
      assignments(places, arc),
      dataField(places, arc, 'args', 'args'),
    ]),
    source: places.of(arc),
  }));
  return items('auto', parts);
}
