import type { Meter } from '../budget.ts';
import { typeError, valueError } from '../error.ts';
import { textLength } from './iterate.ts';
import { isInteger, isNumeric, type Numeric, typeName } from './kinds.ts';
import { makeFloat, toNumber } from './number.ts';
import { exponentText, fixedText, numberText } from './number-text.ts';
import { toText } from './text.ts';
import type { Value } from './value.ts';

/** Python's format mini-language: `[[fill]align][sign][#][0][width][grouping][.precision][type]`. */
export interface FormatSpec {
  readonly fill: string;
  readonly align: '<' | '>' | '^' | '=' | undefined;
  readonly sign: '+' | '-' | ' ';
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: ',' | '_' | undefined;
  readonly precision: number | undefined;
  readonly type: string | undefined;
}

const SPEC = /^(?:(.)?([<>=^]))?([+\- ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

export function parseFormatSpec(text: string): FormatSpec {
  const match = SPEC.exec(text) ?? valueError('the format specifier is not valid');
  const [, fill, align, sign, alternate, zero, width, grouping, precision, type] = match;
  return {
    fill: fill ?? (zero ? '0' : ' '),
    align: (align ?? (zero ? '=' : undefined)) as FormatSpec['align'],
    sign: (sign ?? '-') as FormatSpec['sign'],
    alternate: alternate !== undefined,
    width: width === undefined ? 0 : Number(width),
    grouping: grouping as FormatSpec['grouping'],
    precision: precision === undefined ? undefined : Number(precision),
    type,
  };
}

/** `format(value, spec)`. */
export function formatValue(value: Value, spec: FormatSpec, meter: Meter): string {
  meter.produce(spec.width + (spec.precision ?? 0));
  if (isNumeric(value)) {
    if (isInteger(value) && spec.precision !== undefined && (spec.type ?? 'd') in INTEGER_BASES)
      valueError('an integer is formatted without a precision');
    return formatNumber(value, spec);
  }
  if (typeof value !== 'string') {
    return typeError(
      `a value of type ${typeName(value)} takes no format specifier`,
      'convert it first: `| string`',
    );
  }
  if (spec.type !== undefined && spec.type !== 's') unknownType(spec.type, value);
  if (spec.sign !== '-' || spec.grouping !== undefined)
    valueError('signs and groups of digits work on numbers only');
  if (spec.align === '=' && spec.fill !== '0') valueError("'=' alignment works on numbers only");
  const text = toText(value, meter);
  const cut = spec.precision === undefined ? text : [...text].slice(0, spec.precision).join('');
  return pad('', cut, spec.align === '=' ? { ...spec, align: '<' } : spec, '<');
}

export function formatNumber(value: Numeric, spec: FormatSpec): string {
  const negative = toNumber(value) < 0 || Object.is(toNumber(value), -0);
  const digits = groupDigits(magnitudeText(value, spec), spec.grouping);
  const sign = negative ? '-' : spec.sign === '-' ? '' : spec.sign;
  return pad(sign, digits, spec, '>');
}

function magnitudeText(value: Numeric, spec: FormatSpec): string {
  const type = spec.type === 'n' && isInteger(value) ? 'd' : (spec.type ?? (isInteger(value) ? 'd' : ''));
  if (type in INTEGER_BASES) return integerText(value, type, spec);
  const size = Math.abs(toNumber(value));
  if (!Number.isFinite(size)) return numberText(makeFloat(size)) + (type === '%' ? '%' : '');
  const precision = spec.precision ?? 6;
  switch (type) {
    case '':
      return spec.precision === undefined
        ? numberText(makeFloat(size))
        : generalText(size, spec.precision, true);
    case 'f':
    case 'F':
      return fixedText(size, precision);
    case '%':
      return `${fixedText(size * 100, precision)}%`;
    case 'e':
    case 'E':
      return cased(scientificText(size, precision), type);
    case 'g':
    case 'G':
    case 'n':
      return cased(generalText(size, precision, false), type);
    default:
      return unknownType(type, value);
  }
}

const INTEGER_BASES: Readonly<Record<string, number>> = { d: 10, b: 2, o: 8, x: 16, X: 16 };

function integerText(value: Numeric, type: string, spec: FormatSpec): string {
  if (!isInteger(value)) return unknownType(type, value);
  const size = BigInt(value) < 0n ? -BigInt(value) : BigInt(value);
  const digits = size.toString(INTEGER_BASES[type]);
  const prefix = spec.alternate && type !== 'd' ? `0${type}` : '';
  return prefix + (type === 'X' ? digits.toUpperCase() : digits);
}

const cased = (text: string, type: string) => (type === type.toUpperCase() ? text.toUpperCase() : text);

export function scientificText(size: number, precision: number): string {
  const [mantissa, exponent] = size.toExponential(Math.min(precision, 100)).split('e');
  return `${mantissa}e${exponentText(Number(exponent))}`;
}

/** `g`: the given number of significant digits, without trailing zeros, in the shorter notation. */
export function generalText(size: number, precision: number, keepPoint: boolean): string {
  const digits = Math.min(Math.max(precision, 1), 100);
  const power = size === 0 ? 0 : Number(size.toExponential(digits - 1).split('e')[1]);
  const strip = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power < -4 || power >= digits) {
    const [mantissa = '', exponent] = scientificText(size, digits - 1).split('e');
    return `${strip(mantissa)}e${exponent}`;
  }
  const text = strip(fixedText(size, Math.max(0, digits - 1 - power)));
  return keepPoint && !text.includes('.') ? `${text}.0` : text;
}

function groupDigits(text: string, separator: string | undefined): string {
  if (separator === undefined) return text;
  return text.replace(/^\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, separator));
}

function pad(sign: string, body: string, spec: FormatSpec, byDefault: '<' | '>'): string {
  const missing = spec.width - textLength(sign) - textLength(body);
  const align = spec.align ?? byDefault;
  if (missing <= 0) return sign + body;
  const left = align === '^' ? Math.floor(missing / 2) : align === '<' ? 0 : missing;
  const before = spec.fill.repeat(left);
  const after = spec.fill.repeat(missing - left);
  return align === '=' ? sign + before + body : before + sign + body + after;
}

function unknownType(type: string, value: Value): never {
  return valueError(`the format type '${type}' does not work on a value of type ${typeName(value)}`);
}
