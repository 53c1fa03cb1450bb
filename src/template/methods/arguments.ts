import { valueError } from '../error.ts';
import { expectInteger, expectText } from '../value/expect.ts';
import { isTrue } from '../value/truth.ts';
import type { Value } from '../value/value.ts';

/**
 * Reading the arguments of built-ins. One that was left out is undefined, and `none` means the same,
 * as in Python; `what` names the argument and its owner for the error message.
 */
export const isGiven = (value: Value): boolean => value !== undefined && value !== null;

export const integerOr = <D>(value: Value, otherwise: D, what: string): number | D =>
  isGiven(value) ? expectInteger(value, what) : otherwise;

export const textOr = <D>(value: Value, otherwise: D, what: string): string | D =>
  isGiven(value) ? expectText(value, what) : otherwise;

export const flagOr = (value: Value, otherwise: boolean): boolean =>
  isGiven(value) ? isTrue(value) : otherwise;

/** A separator or a text to search for that may not be empty. */
export function nonEmptyText(value: Value, what: string): string {
  const text = expectText(value, what);
  return text === '' ? valueError(`${what} may not be empty`) : text;
}
