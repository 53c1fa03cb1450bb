import { StoreError } from './store-error.ts';

const DIGITS = /^(?:0|[1-9]\d{0,18})$/;
/** Larger than every id a store gives out. */
export const MAX_ID = 2n ** 63n - 1n;

/** The id as databases keep it, or undefined if it is none: then nothing is stored under it. */
export function parseId(id: string): bigint | undefined {
  if (!DIGITS.test(id)) return undefined;
  const value = BigInt(id);
  return value <= MAX_ID ? value : undefined;
}

/** For writing: an id that is none is the caller's mistake. */
export function requireId(id: string): bigint {
  const value = parseId(id);
  if (value === undefined) {
    throw new StoreError(
      'store_invalid_id',
      `${JSON.stringify(id)} is no execution id: ids are the decimal digits of a 64-bit integer`,
    );
  }
  return value;
}
