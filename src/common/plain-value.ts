/**
 * Data as YAML or JSON can write it. Mappings have null prototypes, so that `__proto__` and
 * `constructor` are ordinary keys; integers beyond 2^53 are bigints, never rounded.
 */
export type PlainValue = null | boolean | number | bigint | string | readonly PlainValue[] | PlainMapping;

export interface PlainMapping {
  readonly [key: string]: PlainValue;
}

export function isMapping(value: unknown): value is PlainMapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A mapping without a prototype; later entries win. */
export function mappingOf(entries: Iterable<readonly [string, PlainValue]>): PlainMapping {
  const mapping: Record<string, PlainValue> = Object.create(null);
  for (const [key, value] of entries) mapping[key] = value;
  return mapping;
}

/** A mapping without a prototype that has the entries of all of them; later ones win. */
export function merged(...mappings: readonly Readonly<Record<string, PlainValue>>[]): PlainMapping {
  return Object.assign(Object.create(null), ...mappings) as PlainMapping;
}

export const EMPTY_MAPPING: PlainMapping = Object.freeze(Object.create(null));
