import { valueError } from '../error.ts';
import { Moment, type Value } from './value.ts';

/** The years RFC 3339 can write. */
const EARLIEST = Date.UTC(0, 0, 1) - 1900 * 365.2425 * 86_400_000;
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A point in time in UTC, to the millisecond; outside templates it is its RFC 3339 text. */
export class DateTime extends Moment {
  readonly typeName = 'datetime';
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super();
    if (!(milliseconds >= EARLIEST && milliseconds <= LATEST))
      valueError('a time is outside the years 1 to 9999');
    this.milliseconds = milliseconds;
  }

  /** Text with or without a time and an offset; without an offset it is UTC. */
  static parse(text: string): DateTime | undefined {
    const match = ISO.exec(text.trim());
    if (!match) return undefined;
    const [, date = '', time = '00:00:00', offset = 'Z'] = match;
    const zone = /^[+-]\d{4}$/.test(offset)
      ? `${offset.slice(0, 3)}:${offset.slice(3)}`
      : offset.toUpperCase();
    const clock = time.length === 5 ? `${time}:00` : time.replace(/(\.\d{3})\d+$/, '$1');
    const milliseconds = Date.parse(`${date}T${clock}${zone}`);
    if (Number.isNaN(milliseconds) || !isCalendarDay(date)) return undefined;
    return new DateTime(milliseconds);
  }

  plus(milliseconds: number): DateTime {
    return new DateTime(this.milliseconds + milliseconds);
  }

  /** RFC 3339 in UTC, with milliseconds only where there are some. */
  text(): string {
    return new Date(this.milliseconds).toISOString().replace('.000Z', 'Z');
  }

  override attribute(name: string): Value {
    const read = PARTS[name];
    return read?.(new Date(this.milliseconds));
  }
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|z|[+-]\d{2}:?\d{2})?$/;

/** JavaScript moves 30 February to March; Python, and users, call it an error. */
function isCalendarDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

const PARTS: Readonly<Record<string, (date: Date) => number>> = Object.assign(Object.create(null), {
  year: (date: Date) => date.getUTCFullYear(),
  month: (date: Date) => date.getUTCMonth() + 1,
  day: (date: Date) => date.getUTCDate(),
  hour: (date: Date) => date.getUTCHours(),
  minute: (date: Date) => date.getUTCMinutes(),
  second: (date: Date) => date.getUTCSeconds(),
  microsecond: (date: Date) => date.getUTCMilliseconds() * 1000,
});
