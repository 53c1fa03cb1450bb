import type { Arc, ArcTarget, Router } from '../../model.ts';
import { type Field, leaf, type Part } from '../tree.ts';
import { dataField, field, fields, filled, items, scalar } from './build.ts';
import { assignments, condition } from './expression.ts';
import type { Places } from './places.ts';

/** `next: a`, `next: [a, b]`, or the long form with arcs. */
export function nextField(places: Places, step: { readonly next: Router }): Field | undefined {
  const { next } = step;
  const [first, ...others] = next.arcs;
  if (!first) return undefined;
  const source = places.ofValue(step, 'next') ?? places.of(next);
  if (!next.arcs.every(isBare) || next.onNoMatch !== 'complete') {
    return field('next', longTree(places, next), source);
  }
  if (others.length === 0) return field('next', leaf(targetName(first.target)), places.of(first) ?? source);
  const parts = next.arcs.map(arc => ({ value: leaf(targetName(arc.target)), source: places.of(arc) }));
  return field('next', items('auto', parts), source);
}

const isBare = (arc: Arc): boolean =>
  arc.fires.kind !== 'when' &&
  arc.on === 'success' &&
  arc.group === 0 &&
  arc.set.length === 0 &&
  Object.keys(arc.args).length === 0;

const targetName = (target: ArcTarget): string => (target.kind === 'exit' ? 'end' : target.step);

function longTree(places: Places, next: Router) {
  const spec = fields('auto', [
    scalar(places, next, 'mode', 'mode', 'exclusive'),
    scalar(places, next, 'onNoMatch', 'on_no_match', 'complete'),
  ]);
  const arcs = items(
    'block',
    next.arcs.map(arc => arcPart(places, arc)),
  );
  return fields('block', [filled('spec', spec), field('arcs', arcs, places.ofValue(next, 'arcs'))]);
}

function arcPart(places: Places, arc: Arc): Part {
  const value = fields('auto', [
    field('step', leaf(targetName(arc.target)), places.of(arc.target) ?? places.ofValue(arc, 'target')),
    arc.fires.kind === 'when' ? condition(places, arc.fires, 'when', 'when') : undefined,
    scalar(places, arc, 'on', 'on', 'success'),
    assignments(places, arc),
    dataField(places, arc, 'args', 'args'),
  ]);
  return { value, source: places.of(arc) };
}
