import { isMapping, type PlainMapping, type PlainValue } from '../../../common/plain-value.ts';
import type { SourceRange } from '../../positions.ts';
import {
  type Field,
  type Fields,
  type Items,
  type Layout,
  type LeafValue,
  leaf,
  type Part,
  type Tree,
} from '../tree.ts';
import type { Places } from './places.ts';

/** Fields in the given order; those that are absent are left out. */
export const fields = (layout: Layout, parts: readonly (Field | undefined)[]): Fields => ({
  kind: 'fields',
  layout,
  parts: parts.filter(part => part !== undefined),
});

export const items = (layout: Layout, parts: readonly Part[]): Items => ({ kind: 'items', layout, parts });

/** A field, or nothing where there is nothing to write. */
export function field(key: string, value: Tree | undefined, source?: SourceRange): Field | undefined {
  return value && { key, value, source };
}

/** A field that is left out if it would be empty. */
export function filled(key: string, value: Items | Fields, source?: SourceRange): Field | undefined {
  return value.parts.length === 0 ? undefined : { key, value, source };
}

/** A field of the model that is left out where it has its default (absence is the usual one). */
export function scalar<Model extends object>(
  places: Places,
  model: Model,
  name: keyof Model & string,
  key: string,
  fallback?: LeafValue,
): Field | undefined {
  const value = model[name] as LeafValue | undefined;
  if (value === undefined || value === fallback) return undefined;
  return field(key, leaf(value), places.ofValue(model, name));
}

/** Plain data as it is, in its own order. */
export function data(value: PlainValue, places: Places, layout: Layout = 'auto'): Tree {
  if (Array.isArray(value)) return list(value as readonly PlainValue[], places, layout);
  return isMapping(value) ? mapping(value, places, layout) : leaf(value as LeafValue);
}

export function list(values: readonly PlainValue[], places: Places, layout: Layout = 'auto'): Items {
  const parts = values.map((value, i) => ({ value: data(value, places), source: places.ofValue(values, i) }));
  return items(layout, parts);
}

export function mapping(values: PlainMapping, places: Places, layout: Layout = 'auto'): Fields {
  const parts = Object.entries(values).map(([key, value]) => ({
    key,
    value: data(value, places),
    source: places.ofValue(values, key),
  }));
  return fields(layout, parts);
}

/** A field of plain data of the model, left out if it is absent or an empty list or mapping. */
export function dataField<Model extends object>(
  places: Places,
  model: Model,
  name: keyof Model & string,
  key: string,
  layout: Layout = 'auto',
): Field | undefined {
  const value = model[name] as PlainValue | undefined;
  if (value === undefined) return undefined;
  const tree = data(value, places, layout);
  if (tree.kind !== 'leaf' && tree.parts.length === 0) return undefined;
  return field(key, tree, places.ofValue(model, name));
}
