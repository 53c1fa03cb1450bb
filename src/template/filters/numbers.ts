import { defineBuiltins } from '../builtin.ts';
import { typeError, valueError } from '../error.ts';
import { flagOr, isGiven } from '../methods/arguments.ts';
import type { Runtime } from '../runtime.ts';
import { BINARY, negate } from '../value/arithmetic.ts';
import { expectInteger, expectNumber } from '../value/expect.ts';
import { toNumber } from '../value/number.ts';
import { fixedText } from '../value/number-text.ts';
import { TimeDelta } from '../value/timedelta.ts';
import type { Value } from '../value/value.ts';
import { attributeGetter } from './attribute-path.ts';
import { expectFloat } from './convert.ts';
import { listOf } from './input.ts';
import { roundHalfEven, roundTo, roundToInteger } from './round.ts';

function absolute(value: Value): Value {
  if (value instanceof TimeDelta) return new TimeDelta(Math.abs(value.milliseconds));
  const number = expectNumber(value, "the value of 'abs'");
  if (typeof number === 'boolean') return Number(number);
  return toNumber(number) < 0 || Object.is(toNumber(number), -0) ? negate(number) : number;
}

function round(value: Value, precision: Value, method: Value): Value {
  const number = expectNumber(value, "the value of 'round'");
  const isCommon = !isGiven(method) || method === 'common';
  if (precision === null && isCommon) return roundToInteger(number);
  const digits = precision === undefined ? 0 : expectInteger(precision, "the precision of 'round'");
  if (isCommon) return roundHalfEven(number, digits);
  const step = method === 'ceil' ? Math.ceil : method === 'floor' ? Math.floor : undefined;
  if (!step) return valueError("the method of 'round' must be 'common', 'ceil' or 'floor'");
  if (!Number.isFinite(toNumber(number)))
    valueError("'round' cannot round a number that is not finite up or down");
  return roundTo(number, digits, step);
}

function sum(items: readonly Value[], start: Value, runtime: Runtime): Value {
  if (typeof start === 'string') typeError("'sum' adds numbers, not texts", 'use `| join`');
  let total = start;
  for (const item of items) total = BINARY['+'](total, item, runtime);
  return total;
}

const DECIMAL = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const BINARY_UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

function fileSize(bytes: number, binary: boolean): string {
  const base = binary ? 1024 : 1000;
  const units = binary ? BINARY_UNITS : DECIMAL;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const found = units.findIndex((_, i) => bytes < base ** (i + 2));
  const index = found < 0 ? units.length - 1 : found;
  return `${fixedText((base * bytes) / base ** (index + 2), 1)} ${units[index]}`;
}

export const NUMBER_FILTERS = defineBuiltins('filter', {
  abs: [[], self => absolute(self)],
  round: [['precision?', 'method?'], (self, [precision, method]) => round(self, precision, method)],
  sum: [
    ['attribute?', 'start?'],
    (self, [attribute, start], runtime) => {
      const items = listOf(self, runtime);
      const values = isGiven(attribute) ? items.map(attributeGetter(attribute, 'sum')) : items;
      return sum(values, start === undefined ? 0 : start, runtime);
    },
  ],
  filesizeformat: [
    ['binary?'],
    (self, [binary]) => {
      const bytes = expectFloat(self, 'filesizeformat');
      if (!Number.isFinite(bytes)) valueError("'filesizeformat' needs a finite number");
      return fileSize(bytes, flagOr(binary, false));
    },
  ],
});
