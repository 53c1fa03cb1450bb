import { parseDuration } from '../common/duration.ts';
import { unprocessable } from './http-error.ts';

const DAY = 86_400_000;
/** Beyond those of durations elsewhere, as clients of other servers write them. */
const LONG_UNITS: Readonly<Record<string, number>> = { w: 7 * DAY, y: 365 * DAY };
/** The last moment that a date can name. */
const LAST = 8_640_000_000_000_000;

/** When something that is kept for a time is gone, in milliseconds since 1970; undefined: for ever. */
export function readTtl(ttl: string | number | undefined, now: number): number | undefined {
  if (ttl === undefined || ttl === 'forever') return undefined;
  const span = spanOf(ttl);
  if (span !== undefined && span > 0 && now + span <= LAST) return Math.ceil(now + span);
  throw unprocessable(
    `ttl must be a time such as 30m, 2h, 1d, 2w, 1y, a number of seconds, or forever; this is ${JSON.stringify(ttl)}`,
  );
}

function spanOf(ttl: string | number): number | undefined {
  const [, count, unit = ''] = typeof ttl === 'string' ? (/^\s*(\d+)\s*([wy])\s*$/.exec(ttl) ?? []) : [];
  const long = LONG_UNITS[unit];
  return long === undefined ? parseDuration(ttl) : Number(count) * long;
}
