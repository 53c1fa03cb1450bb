import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import { FieldError } from './format-error.ts';

/** Lifts a row of one version to the next. Pure: rows are never rewritten, only read differently. */
export type Upcaster = (row: PlainMapping) => PlainMapping;

/** The n-th lifts version n to n + 1. None yet: there has been one version. */
export const UPCASTERS: readonly Upcaster[] = [];

export const EVENT_VERSION = UPCASTERS.length + 1;

/** The row in the form of today. */
export function upcast(row: PlainMapping, upcasters: readonly Upcaster[] = UPCASTERS): PlainMapping {
  const { v } = row;
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1) throw new FieldError('v', 'is no version');
  if (v > upcasters.length + 1)
    throw new FieldError('v', `is ${v}: it was written by a newer version of noetl`);
  return upcasters.slice(v - 1).reduce((lifted, lift) => lift(lifted), row);
}

/** Rows of ours say their version; those of older engines and other clients do not. */
export const isVersioned = (raw: unknown): raw is PlainMapping => isMapping(raw) && Object.hasOwn(raw, 'v');
