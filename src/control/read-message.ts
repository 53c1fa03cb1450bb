import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import { FieldError } from '../core/codec/format-error.ts';
import type { Shape } from '../core/codec/shape.ts';
import { ControlError } from './control-error.ts';

/** Parts of a message that must be what they should be. All throw `control_bad_request`. */

const MAX_ID = 2n ** 63n;

export function readId({ executionId }: PlainMapping): string {
  if (typeof executionId === 'string' && /^\d{1,19}$/.test(executionId) && BigInt(executionId) < MAX_ID)
    return executionId;
  return refuse('`executionId` must be the decimal digits of an id');
}

export function readText(message: PlainMapping, key: string): string {
  const value = message[key];
  return typeof value === 'string' ? value : refuse(`\`${key}\` must be a text`);
}

export function readFlag(message: PlainMapping, key: string): boolean {
  const value = message[key];
  return typeof value === 'boolean' ? value : refuse(`\`${key}\` must be true or false`);
}

/** Messages have integers beyond 2^53 as bigints; here a number is meant. */
export function readNumber(message: PlainMapping, key: string): number {
  const value = message[key];
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? number
    : refuse(`\`${key}\` must be a number`);
}

export function readInteger(message: PlainMapping, key: string): number {
  const number = readNumber(message, key);
  return Number.isSafeInteger(number) ? number : refuse(`\`${key}\` must be an integer`);
}

export function readChoice<Word extends string>(
  message: PlainMapping,
  key: string,
  words: readonly Word[],
): Word {
  return words.find(word => word === message[key]) ?? refuse(`\`${key}\` must be ${words.join(', ')}`);
}

export const isList = (value: PlainValue | undefined): value is readonly PlainValue[] => Array.isArray(value);

export function readShape<T>(shape: Shape<T>, message: PlainMapping, key: string): T {
  try {
    return shape.read(message[key], key);
  } catch (error) {
    if (error instanceof FieldError) return refuse(error.message);
    throw error;
  }
}

export function refuse(why: string): never {
  throw new ControlError('control_bad_request', `the request cannot be understood: ${why}`);
}
