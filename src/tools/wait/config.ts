import { parseDuration } from '../../common/duration.ts';
import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { ConfigError } from '../config-error.ts';
import { given } from '../read-field.ts';

/** The last time that a date can name. */
const LAST = 8.64e15;

/** When the wait ends, in milliseconds since 1970. */
export function readConfig({ config }: ToolCall, now: number): number {
  const length = given(config, 'for');
  const end = given(config, 'until');
  if (length !== undefined && end !== undefined) throw new ConfigError('write `for` or `until`, not both');
  if (length === undefined && end === undefined) {
    throw new ConfigError('`for` is missing: write how long to wait, such as `10m`, or `until` when');
  }
  const until = length === undefined ? readTime(end!) : now + readLength(config, 'for')!;
  if (Math.abs(until) > LAST) throw new ConfigError('the wait ends later than any date');
  return until;
}

/** Milliseconds of a duration such as `10m`, or of a number of seconds. */
export function readLength(config: PlainMapping, field: string): number | undefined {
  const value = given(config, field);
  if (value === undefined) return undefined;
  const length = typeof value === 'string' || typeof value === 'number' ? parseDuration(value) : undefined;
  if (length !== undefined) return length;
  throw new ConfigError(`\`${field}\` must be a duration such as \`30s\`, \`10m\` or \`2h\``);
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time without a zone is UTC. Numbers that are too large for seconds are milliseconds. */
function readTime(value: PlainValue): number {
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.abs(value) < 1e11 ? value * 1000 : value;
  const match = typeof value === 'string' ? TIME.exec(value.trim()) : null;
  const [, date, time = '00:00', zone = 'Z'] = match ?? [];
  const until = match ? Date.parse(`${date}T${time}${zone.toUpperCase()}`) : Number.NaN;
  if (!Number.isNaN(until)) return until;
  throw new ConfigError('`until` must be a time such as `2026-01-31T12:00:00Z`');
}
