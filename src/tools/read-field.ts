import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { isConditionTrue } from '../template/condition.ts';
import { ConfigError } from './config-error.ts';

/** The field, or undefined if it is not there or null: a template that found nothing says nothing. */
export function given(config: PlainMapping, field: string): PlainValue | undefined {
  return Object.hasOwn(config, field) ? (config[field] ?? undefined) : undefined;
}

/** A text; numbers and booleans are taken as they are printed. */
export function readText(config: PlainMapping, field: string): string | undefined {
  const value = given(config, field);
  if (value === undefined) return undefined;
  return scalarText(value, `\`${field}\``);
}

/** A flag; texts count as in conditions, so that `'false'` is false. */
export function readFlag(config: PlainMapping, field: string, absent: boolean): boolean {
  const value = given(config, field);
  if (value === undefined) return absent;
  if (typeof value === 'object')
    throw new ConfigError(`\`${field}\` must be true or false, not ${nameOf(value)}`);
  return isConditionTrue(value);
}

export function readMapping(config: PlainMapping, field: string): PlainMapping | undefined {
  const value = given(config, field);
  if (value === undefined || isMapping(value)) return value;
  throw new ConfigError(`\`${field}\` must be a mapping, not ${nameOf(value)}`);
}

/** A positive whole number. */
export function readCount(config: PlainMapping, field: string): number | undefined {
  const value = given(config, field);
  if (value === undefined) return undefined;
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) return count;
  throw new ConfigError(`\`${field}\` must be a positive whole number`);
}

/** The text of a value that is one; `what` names its place for the error. */
export function scalarText(value: PlainValue, what: string): string {
  if (typeof value !== 'object') return String(value);
  throw new ConfigError(`${what} must be a text, not ${nameOf(value)}`);
}

/** What kind of value it is, in the user's words. The value itself may be secret. */
export function nameOf(value: PlainValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? 'a text' : typeof value === 'boolean' ? 'a flag' : 'a number';
}
