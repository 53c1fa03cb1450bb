import { defineBuiltins, type Registry } from '../builtin.ts';
import { valueError } from '../error.ts';
import { DateTime } from '../value/datetime.ts';
import { expectText } from '../value/expect.ts';
import { makeFloat } from '../value/number.ts';
import type { TimeDelta } from '../value/timedelta.ts';
import type { Value } from '../value/value.ts';
import { integerOr, textOr } from './arguments.ts';
import { isoWeekday } from './time/calendar.ts';
import { formatTime } from './time/strftime.ts';

const asTime = (self: Value): DateTime => self as DateTime;
const dateOf = (self: Value): Date => new Date(asTime(self).milliseconds);

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'] as const;

/** The same time with some parts replaced; a part that does not exist, such as 30 February, is an error. */
function replaceParts(time: DateTime, args: readonly Value[]): DateTime {
  const [year, month, day, hour, minute, second, microsecond] = PARTS.map((name, i) =>
    integerOr(args[i], Number(time.attribute(name)), `the argument '${name}' of 'replace'`),
  ) as [number, number, number, number, number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, Math.floor(microsecond / 1000));
  const isKept = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  const isClock = date.getUTCMinutes() === minute && date.getUTCSeconds() === second;
  if (!isKept || !isClock) valueError("'replace' is asked for a time that does not exist");
  return new DateTime(date.getTime());
}

/** As Python prints it: six digits of a fraction if there is one, and the offset of UTC. */
function isoText(time: DateTime, separator: string): string {
  const fraction = time.milliseconds % 1000 === 0 ? '' : '.%f';
  return formatTime(time, `%Y-%m-%d${separator.replaceAll('%', '%%')}%H:%M:%S${fraction}+00:00`);
}

export const DATETIME_METHODS: Registry = defineBuiltins('method of datetime', {
  isoformat: [
    ['sep?'],
    (self, [sep]) => isoText(asTime(self), textOr(sep, 'T', "the argument of 'isoformat'")),
  ],
  strftime: [
    ['format'],
    (self, [format], runtime) => {
      const text = expectText(format, "the format of 'strftime'");
      runtime.produce(text.length * 5);
      return formatTime(asTime(self), text);
    },
  ],
  timestamp: [[], self => makeFloat(asTime(self).milliseconds / 1000)],
  date: [[], self => formatTime(asTime(self), '%F')],
  time: [[], self => formatTime(asTime(self), '%T')],
  weekday: [[], self => isoWeekday(dateOf(self)) - 1],
  isoweekday: [[], self => isoWeekday(dateOf(self))],
  replace: [PARTS.map(name => `${name}?`), (self, args) => replaceParts(asTime(self), args)],
});

export const TIMEDELTA_METHODS: Registry = defineBuiltins('method of timedelta', {
  total_seconds: [[], self => makeFloat((self as TimeDelta).milliseconds / 1000)],
});
