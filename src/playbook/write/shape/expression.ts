import type { Assignment, Condition, Count, Duration } from '../../model.ts';
import { type Field, type Fields, type Layout, leaf, type Tree } from '../tree.ts';
import { data, field, fields } from './build.ts';
import type { Places } from './places.ts';

/** A test as its author wrote it. `true` and `false` stand without quotes, as they would be typed. */
export function conditionTree({ condition }: Condition): Tree {
  return leaf(condition === 'true' ? true : condition === 'false' ? false : condition);
}

export const countTree = (count: Count): Tree => leaf(typeof count === 'number' ? count : count.template);

export const durationTree = (duration: Duration): Tree =>
  leaf(typeof duration === 'number' ? durationText(duration) : duration.template);

const UNITS: readonly (readonly [string, number])[] = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** Milliseconds in the largest unit that needs no fraction: `2h`, `90s`, `1500ms`. */
export function durationText(milliseconds: number): string {
  if (milliseconds === 0) return '0s';
  const unit = UNITS.find(([, size]) => milliseconds % size === 0);
  return unit ? `${milliseconds / unit[1]}${unit[0]}` : `${milliseconds}ms`;
}

/** Fields of the model that hold a test, a number or a duration; left out where absent. */
export function condition<Model extends object>(
  places: Places,
  model: Model,
  name: keyof Model & string,
  key: string,
): Field | undefined {
  const value = model[name] as Condition | undefined;
  return field(key, value && conditionTree(value), places.ofValue(model, name));
}

export function count<Model extends object>(
  places: Places,
  model: Model,
  name: keyof Model & string,
  key: string,
  fallback?: number,
): Field | undefined {
  const value = model[name] as Count | undefined;
  if (value === undefined || value === fallback) return undefined;
  return field(key, countTree(value), places.ofValue(model, name));
}

export function duration<Model extends object>(
  places: Places,
  model: Model,
  name: keyof Model & string,
  key: string,
  fallback?: number,
): Field | undefined {
  const value = model[name] as Duration | undefined;
  if (value === undefined || value === fallback) return undefined;
  return field(key, durationTree(value), places.ofValue(model, name));
}

/** `set: { ctx.total: … }`. */
export function assignments(
  places: Places,
  model: { readonly set: readonly Assignment[] },
  layout: Layout = 'auto',
): Field | undefined {
  if (model.set.length === 0) return undefined;
  const parts = model.set.map(each => ({
    key: `${each.scope}.${each.name}`,
    value: data(each.value, places),
    source: places.ofValue(each, 'value') ?? places.of(each),
  }));
  const tree: Fields = fields(layout, parts);
  return field('set', tree, places.ofValue(model, 'set'));
}
