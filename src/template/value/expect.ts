import { fail, typeError } from '../error.ts';
import { isInteger, isMapping, isNumeric, type Numeric, typeName } from './kinds.ts';
import type { Mapping, Value } from './value.ts';

/** Checks of arguments: each returns the value in its expected type or says what was expected. */

export function expectText(value: Value, what: string): string {
  return typeof value === 'string' ? value : wrongType(value, what, 'text');
}

export function expectInteger(value: Value, what: string): number {
  return isInteger(value) ? Number(value) : wrongType(value, what, 'an integer');
}

export function expectNumber(value: Value, what: string): Numeric {
  return isNumeric(value) ? value : wrongType(value, what, 'a number');
}

export function expectMapping(value: Value, what: string): Mapping {
  return isMapping(value) ? value : wrongType(value, what, 'a mapping');
}

function wrongType(value: Value, what: string, expected: string): never {
  if (value === undefined)
    return fail('template_undefined', `${what} must be ${expected}, but it is undefined`);
  return typeError(`${what} must be ${expected}, not ${typeName(value)}`);
}
