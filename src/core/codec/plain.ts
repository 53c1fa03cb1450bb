import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { FieldError } from './format-error.ts';

/** Deeper data is refused: no tool makes it, and walking it would exhaust the stack. */
const MAX_DEPTH = 200;

/** Checks that a value is plain data and gives its mappings null prototypes. */
export function toPlain(value: unknown, field: string, depth = 0): PlainValue {
  if (depth > MAX_DEPTH) throw new FieldError(field, `is nested deeper than ${MAX_DEPTH} levels`);
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new FieldError(field, `is ${value}, which is no JSON number`);
      return value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(item => toPlain(item, field, depth + 1));
      return plainMapping(value, field, depth);
    default:
      throw new FieldError(field, `is a ${typeof value}, which is no data`);
  }
}

function plainMapping(value: object, field: string, depth: number): PlainMapping {
  const mapping: Record<string, PlainValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) mapping[key] = toPlain(item, field, depth + 1);
  }
  return mapping;
}

/** What stands at a path of keys, or undefined. */
export function at(value: PlainValue | undefined, ...path: readonly string[]): PlainValue | undefined {
  let found = value;
  for (const key of path) {
    if (!isMapping(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** An id as text. Numbers beyond 2^53 were rounded before they got here, so they name nothing. */
export function readId(value: PlainValue | undefined, field: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new FieldError(field, 'is neither a string nor a whole number');
  if (!Number.isSafeInteger(value)) {
    throw new FieldError(field, `is ${value}, which JSON numbers round beyond 2^53; send it as a string`);
  }
  return String(value);
}

const TIME =
  /^([+-]?\d{4,6})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** The last millisecond that dates can name. */
const MAX_TIME = 8.64e15;

/** Milliseconds since 1970. A time without a zone is UTC, as databases print it. */
export function readTime(value: PlainValue | undefined, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') {
    if (Math.abs(value) > MAX_TIME) throw new FieldError(field, `is ${value}, which is no time`);
    return Math.trunc(value);
  }
  const match = typeof value === 'string' ? TIME.exec(value) : null;
  if (!match) throw new FieldError(field, 'is no time (RFC 3339, or milliseconds since 1970)');
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zoneOf(zone)}`;
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new FieldError(field, `is no time: ${String(value)}`);
  return time;
}

function zoneOf(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
