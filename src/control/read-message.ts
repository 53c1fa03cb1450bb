import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
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
  return typeof value === 'number' || typeof value === 'bigint'
    ? Number(value)
    : refuse(`\`${key}\` must be a number`);
}

export function readChoice<Word extends string>(
  message: PlainMapping,
  key: string,
  words: readonly Word[],
): Word {
  return words.find(word => word === message[key]) ?? refuse(`\`${key}\` must be ${words.join(', ')}`);
}

export const isList = (value: PlainValue | undefined): value is readonly PlainValue[] => Array.isArray(value);

export function refuse(why: string): never {
  throw new ControlError('control_bad_request', `the request cannot be understood: ${why}`);
}
