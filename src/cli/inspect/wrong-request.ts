import { parseDuration } from '../../common/duration.ts';

/** An option or argument that cannot be understood. The message says which, and how to write it. */
export class WrongRequest extends Error {
  override readonly name = 'WrongRequest';
}

/** A whole number, at least `least`. */
export function readCount(flag: string, text: string, least = 0): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (count >= least) return count;
  throw new WrongRequest(`${flag} ${text} must be a whole number, ${least} or more`);
}

/** Milliseconds of `30d`, `2h`, `5m`, `10s`. */
export function readSpan(flag: string, text: string): number {
  const span = parseDuration(text);
  if (span !== undefined) return span;
  throw new WrongRequest(`${flag} ${text} must be a duration, such as 30d, 2h, 5m or 10s`);
}
