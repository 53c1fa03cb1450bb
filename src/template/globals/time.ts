import { defineFunction } from '../builtin.ts';
import { valueError } from '../error.ts';
import { isGiven, textOr } from '../methods/arguments.ts';
import { formatTime } from '../methods/time/strftime.ts';
import { DateTime } from '../value/datetime.ts';
import { expectNumber } from '../value/expect.ts';
import { toNumber } from '../value/number.ts';
import { TimeDelta } from '../value/timedelta.ts';
import type { Value } from '../value/value.ts';

const timeNow = (name: string) =>
  defineFunction(name, ['utc?', 'fmt?'], ([_utc, fmt], runtime) => {
    // Times are UTC always; the parameter is there because Ansible's `now` has it.
    const time = new DateTime(Math.floor(runtime.ask('now')()));
    const format = textOr(fmt, '', `the format of '${name}'`);
    runtime.produce(format.length * 5);
    return format === '' ? time : formatTime(time, format);
  });

export const now = timeNow('now');
export const utcnow = timeNow('utcnow');

/** Milliseconds in each unit, in the order of Python's parameters. */
const UNITS = [
  ['days', 86_400_000],
  ['seconds', 1000],
  ['microseconds', 0.001],
  ['milliseconds', 1],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['weeks', 604_800_000],
] as const;

/** Python's limit: a thousand million days. */
const LONGEST = 86_400_000 * 1e9;

export const timedelta = defineFunction(
  'timedelta',
  UNITS.map(([name]) => `${name}?`),
  args => {
    const total = UNITS.reduce((sum, [name, size], i) => sum + size * amount(args[i], name), 0);
    if (!(Math.abs(total) < LONGEST)) valueError("'timedelta' is asked for a span that is too long");
    return new TimeDelta(total);
  },
);

const amount = (value: Value, name: string): number =>
  isGiven(value) ? toNumber(expectNumber(value, `the argument '${name}' of 'timedelta'`)) : 0;
