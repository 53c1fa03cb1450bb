import type { Meter } from '../budget.ts';
import { typeError, valueError } from '../error.ts';
import { expectInteger } from './expect.ts';
import { type FormatSpec, formatNumber } from './format-spec.ts';
import { isFloat, isInteger, isMapping, isNumeric, isTuple, type Numeric, typeName } from './kinds.ts';
import { getKey, hasKey } from './mapping.ts';
import { toNumber, truncate } from './number.ts';
import { represent, toText } from './text.ts';
import type { Value } from './value.ts';

/** A name ends at the next bracket of either kind, so that a row of `%(` is read only once. */
const CONVERSION = /%(?:\(([^()]*)\))?([#0\- +]*)(\*|\d+)?(?:\.(\*|\d+)?)?[hlL]?([\s\S]?)/gu;

/** `'%s of %d' % values`: printf-style formatting; `values` is a tuple, a mapping or one value. */
export function percentFormat(format: string, values: Value, meter: Meter): string {
  const positional = isTuple(values) ? [...values] : [values];
  let used = 0;
  let named = false;
  const next = (): Value => {
    if (used >= positional.length) typeError('there are fewer values than the format string asks for');
    return positional[used++];
  };
  const pick = (name: string | undefined): Value => {
    if (name === undefined) return next();
    named = true;
    if (!isMapping(values)) return typeError('the format string names its values, so a mapping is needed');
    return hasKey(values, name)
      ? getKey(values, name)
      : valueError(`the format string names '${name}', which is missing`);
  };
  meter.produce(format.length);
  const text = format.replace(CONVERSION, (whole, name, flags: string, width, precision, type: string) => {
    if (type === '%') return '%';
    const size = width === '*' ? expectInteger(next(), "a width '*'") : Number(width ?? 0);
    const digits =
      precision === '*'
        ? Math.max(0, expectInteger(next(), "a precision '*'"))
        : precision === undefined
          ? undefined
          : Number(precision);
    const dotOnly = whole.includes('.') && precision === undefined ? 0 : digits;
    meter.produce(Math.abs(size) + (dotOnly ?? 0));
    // A negative width means the left side, as the flag does.
    const converted = convert(
      pick(name),
      type,
      size < 0 ? `${flags}-` : flags,
      Math.abs(size),
      dotOnly,
      meter,
    );
    meter.produce(converted.length);
    return converted;
  });
  // A mapping, a list and undefined may be looked into by name, so Python does not count them as values.
  const isCounted = isTuple(values) || !(values === undefined || isMapping(values) || Array.isArray(values));
  if (!named && used < positional.length && isCounted) {
    typeError('there are more values than the format string asks for');
  }
  return text;
}

function convert(
  value: Value,
  type: string,
  flags: string,
  width: number,
  precision: number | undefined,
  meter: Meter,
): string {
  const left = flags.includes('-');
  const spec: FormatSpec = {
    fill: flags.includes('0') && !left ? '0' : ' ',
    align: left ? '<' : flags.includes('0') ? '=' : '>',
    sign: flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-',
    alternate: flags.includes('#'),
    width,
    grouping: undefined,
    precision,
    type,
  };
  if (type === 's' || type === 'r' || type === 'a') {
    const text = type === 's' ? toText(value, meter) : represent(value, meter);
    const cut = precision === undefined ? text : [...text].slice(0, precision).join('');
    return left ? cut.padEnd(width) : cut.padStart(width);
  }
  if (type === 'c') return character(value).padStart(width);
  if (!isNumeric(value))
    return typeError(
      `'%${type}' needs a number, not ${typeName(value)}`,
      'convert it first: `| int` or `| float`',
    );
  if (type === 'd' || type === 'i' || type === 'u')
    return formatNumber(wholeNumber(value), { ...spec, type: 'd' });
  if ('xXo'.includes(type) && !isInteger(value))
    return typeError(`'%${type}' needs an integer, not ${typeName(value)}`);
  if ('xXoeEfFgG'.includes(type) && type !== '') return formatNumber(value, spec);
  return valueError(`'%${type}' is not a known conversion`, "write '%%' for a percent sign");
}

function wholeNumber(value: Numeric): number | bigint | boolean {
  if (isInteger(value)) return value;
  if (!isFloat(value)) return value as never;
  const number = toNumber(value);
  return Number.isFinite(number)
    ? truncate(number)
    : valueError('a number that is not finite has no integer part');
}

function character(value: Value): string {
  if (typeof value === 'string' && [...value].length === 1) return value;
  if (isInteger(value) && Number(value) >= 0 && Number(value) <= 0x10ffff)
    return String.fromCodePoint(Number(value));
  return typeError("'%c' needs one character or a character code");
}
