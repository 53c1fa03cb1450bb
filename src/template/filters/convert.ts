import { defineBuiltins } from '../builtin.ts';
import { isConditionTrue } from '../condition.ts';
import { typeError, valueError } from '../error.ts';
import { integerOr } from '../methods/arguments.ts';
import { payScan } from '../methods/text/pay.ts';
import type { Runtime } from '../runtime.ts';
import { isFloat, isInteger, isNumeric } from '../value/kinds.ts';
import { makeFloat, makeInteger, toNumber, truncate } from '../value/number.ts';
import type { Value } from '../value/value.ts';
import { textOf } from './input.ts';
import { parseFloatText, parseInteger } from './parse-number.ts';

/** The value as an integer, or undefined where Python's `int` and `float` refuse it. */
function toInteger(value: Value, base: number): number | bigint | undefined {
  if (isInteger(value)) return makeInteger(BigInt(value));
  if (isFloat(value)) return wholePart(toNumber(value));
  if (typeof value !== 'string') return undefined;
  const whole = parseInteger(value, base);
  if (whole !== undefined) return whole;
  const float = parseFloatText(value);
  return float === undefined ? undefined : wholePart(toNumber(float));
}

function wholePart(value: number): number | bigint | undefined {
  if (Number.isNaN(value)) return undefined;
  return Number.isFinite(value) ? truncate(value) : valueError("'int' cannot convert an infinite number");
}

function toFloat(value: Value): Value {
  if (isNumeric(value)) return makeFloat(toNumber(value));
  return typeof value === 'string' ? parseFloatText(value) : undefined;
}

/** Conditions and `bool` agree on which texts mean no. */
function toBoolean(value: Value, runtime: Runtime): boolean {
  if (typeof value === 'string') payScan(value, runtime);
  return isConditionTrue(value);
}

export const CONVERT_FILTERS = defineBuiltins('filter', {
  int: [
    ['default?', 'base?'],
    (self, [otherwise, base], runtime) => {
      if (typeof self === 'string') payScan(self, runtime);
      const value = toInteger(self, integerOr(base, 10, "the base of 'int'"));
      return value ?? (otherwise === undefined ? 0 : otherwise);
    },
  ],
  float: [
    ['default?'],
    (self, [otherwise], runtime) => {
      if (typeof self === 'string') payScan(self, runtime);
      return toFloat(self) ?? (otherwise === undefined ? makeFloat(0) : otherwise);
    },
  ],
  bool: [[], (self, _args, runtime) => toBoolean(self, runtime)],
  string: [[], (self, _args, runtime) => textOf(self, runtime)],
  safe: [[], (self, _args, runtime) => textOf(self, runtime)],
});

/** A number given as one or as text, as `float(value)` in Python takes it. */
export function expectFloat(value: Value, owner: string): number {
  const number = toFloat(value);
  if (isNumeric(number)) return toNumber(number);
  return typeof value === 'string'
    ? valueError(`'${owner}' needs a number, but the text is none`)
    : typeError(`'${owner}' needs a number`);
}
