import type { Meter } from '../budget.ts';
import { MAX_INTEGER_BITS } from '../budget.ts';
import { fail, typeError, valueError } from '../error.ts';
import { isFloat, isInteger, isNumeric, isTuple, type Numeric, typeName } from './kinds.ts';
import { makeFloat, makeInteger, toNumber } from './number.ts';
import { ownList } from './owned.ts';
import { percentFormat } from './percent-format.ts';
import { addTime, subtractTime } from './time.ts';
import { Moment, Tuple, type Value } from './value.ts';

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';

type Operation = (a: Value, b: Value, meter: Meter) => Value;

export const BINARY: Readonly<Record<BinaryOperator, Operation>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '//': floorDivide,
  '%': modulo,
  '**': power,
};

export function negate(value: Value): Value {
  if (!isNumeric(value)) return unsupportedSign(value, '-');
  if (isFloat(value)) return makeFloat(-toNumber(value));
  return typeof value === 'bigint' ? makeInteger(-value) : 0 - Number(value);
}

export function plus(value: Value): Value {
  if (!isNumeric(value)) return unsupportedSign(value, '+');
  return typeof value === 'boolean' ? Number(value) : value;
}

function add(a: Value, b: Value, meter: Meter): Value {
  if (typeof a === 'number' && typeof b === 'number') return addNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    meter.produce(a.length + b.length);
    return a + b;
  }
  if (Array.isArray(a) && Array.isArray(b) && isTuple(a) === isTuple(b)) {
    meter.produce(a.length + b.length);
    return isTuple(a) ? Tuple.of_([...a, ...b]) : ownList([...a, ...b]);
  }
  if (a instanceof Moment || b instanceof Moment) return addTime(a, b) ?? unsupported(a, b, '+');
  return onNumbers(
    a,
    b,
    '+',
    (x, y) => x + y,
    (x, y) => x + y,
  );
}

function addNumbers(a: number, b: number): Value {
  const sum = a + b;
  if (Number.isSafeInteger(sum) && Number.isInteger(a) && Number.isInteger(b)) return sum;
  return onNumbers(
    a,
    b,
    '+',
    (x, y) => x + y,
    (x, y) => x + y,
  );
}

function subtract(a: Value, b: Value): Value {
  if (a instanceof Moment || b instanceof Moment) return subtractTime(a, b) ?? unsupported(a, b, '-');
  return onNumbers(
    a,
    b,
    '-',
    (x, y) => x - y,
    (x, y) => x - y,
  );
}

function multiply(a: Value, b: Value, meter: Meter): Value {
  if (isRepeatable(a) && isInteger(b)) return repeat(a, b, meter);
  if (isRepeatable(b) && isInteger(a)) return repeat(b, a, meter);
  return onNumbers(
    a,
    b,
    '*',
    (x, y) => x * y,
    (x, y) => x * y,
  );
}

const isRepeatable = (value: Value): value is string | readonly Value[] =>
  typeof value === 'string' || Array.isArray(value);

function repeat(value: string | readonly Value[], times: number | bigint | boolean, meter: Meter): Value {
  const count = value.length === 0 ? 0 : Math.max(0, Number(times));
  meter.produce(value.length * count);
  if (typeof value === 'string') return value.repeat(count);
  const items: Value[] = [];
  // Item by item: as arguments of one `push`, a long list would not fit on the stack.
  for (let i = 0; i < count; i++) for (const item of value) items.push(item);
  return isTuple(value) ? Tuple.of_(items) : ownList(items);
}

function divide(a: Value, b: Value): Value {
  if (!isNumeric(a) || !isNumeric(b)) return unsupported(a, b, '/');
  return makeFloat(toNumber(a) / nonZero(toNumber(b)));
}

function floorDivide(a: Value, b: Value): Value {
  return onNumbers(a, b, '//', floatQuotient, (x, y) => (x - floorModulo(x, y)) / y);
}

function modulo(a: Value, b: Value, meter: Meter): Value {
  if (typeof a === 'string') return percentFormat(a, b, meter);
  return onNumbers(a, b, '%', floatModulo, floorModulo);
}

/** Taking the remainder away first keeps integers exact where `a / b` would round up. */
const floatQuotient = (a: number, b: number): number => Math.round((a - floatModulo(a, b)) / b);

/** The remainder has the sign of the divisor. */
function floatModulo(a: number, b: number): number {
  const remainder = a % nonZero(b);
  if (remainder === 0) return b < 0 ? -0 : 0;
  return remainder < 0 !== b < 0 ? remainder + b : remainder;
}

function floorModulo(a: bigint, b: bigint): bigint {
  if (b === 0n) nonZero(0);
  const remainder = a % b;
  return remainder !== 0n && remainder < 0n !== b < 0n ? remainder + b : remainder;
}

function power(a: Value, b: Value): Value {
  if (!isNumeric(a) || !isNumeric(b)) return unsupported(a, b, '**');
  const base = toNumber(a);
  const exponent = toNumber(b);
  if (!isInteger(a) || !isInteger(b) || exponent < 0) {
    if (base === 0 && exponent < 0) valueError('zero cannot be raised to a negative power');
    if (base < 0 && !Number.isInteger(exponent)) valueError('a negative number has no real root here');
    return makeFloat(base ** exponent);
  }
  const bits = exponent * Math.log2(Math.max(2, Math.abs(base)));
  if (Math.abs(base) > 1 && bits > MAX_INTEGER_BITS) {
    fail('template_budget', `an integer exceeds ${MAX_INTEGER_BITS} bits`, 'compute with smaller numbers');
  }
  return makeInteger(BigInt(a) ** BigInt(b));
}

/** Integers stay exact: small ones as numbers, and as soon as the result is not safe, as big integers. */
function onNumbers(
  a: Value,
  b: Value,
  operator: BinaryOperator,
  onFloats: (a: number, b: number) => number,
  onIntegers: (a: bigint, b: bigint) => bigint,
): Value {
  if (!isNumeric(a) || !isNumeric(b)) return unsupported(a, b, operator);
  const x = toNumber(a);
  const y = toNumber(b);
  if (isFloat(a) || isFloat(b)) return makeFloat(onFloats(x, y));
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) {
    const result = onFloats(x, y);
    if (Number.isSafeInteger(result)) return result === 0 ? 0 : result;
  }
  return makeInteger(
    onIntegers(BigInt(a as Exclude<Numeric, object>), BigInt(b as Exclude<Numeric, object>)),
  );
}

const nonZero = (divisor: number): number => (divisor === 0 ? valueError('division by zero') : divisor);

function unsupported(a: Value, b: Value, operator: string): never {
  if (a === undefined || b === undefined) {
    fail('template_undefined', `'${operator}' needs two values, but one is undefined`);
  }
  const mixed = (typeof a === 'string') !== (typeof b === 'string');
  const hint = mixed
    ? operator === '+'
      ? 'join text with `~`, or convert one side: `| int`, `| string`'
      : 'convert the text first: `| int`'
    : undefined;
  return typeError(`'${operator}' does not work between ${typeName(a)} and ${typeName(b)}`, hint);
}

function unsupportedSign(value: Value, sign: string): never {
  if (value === undefined) fail('template_undefined', `'${sign}' needs a value, but it is undefined`);
  return typeError(`'${sign}' does not work on a value of type ${typeName(value)}`);
}
