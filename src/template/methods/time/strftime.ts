import { valueError } from '../../error.ts';
import type { DateTime } from '../../value/datetime.ts';
import { dayOfYear, isoWeek, isoWeekday } from './calendar.ts';
import { DAYS, MONTHS } from './names.ts';

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

const hour12 = (date: Date): number => date.getUTCHours() % 12 || 12;

const year = (date: Date): string => pad(date.getUTCFullYear(), 4);

const day = (date: Date): string => `${year(date)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;

const clock = (date: Date): string =>
  `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;

/** What each directive `%x` stands for; times are in UTC. */
const DIRECTIVES: ReadonlyMap<string, (date: Date) => string> = new Map([
  ['Y', year],
  ['y', date => pad(date.getUTCFullYear() % 100)],
  ['m', date => pad(date.getUTCMonth() + 1)],
  ['d', date => pad(date.getUTCDate())],
  ['e', date => String(date.getUTCDate()).padStart(2)],
  ['H', date => pad(date.getUTCHours())],
  ['I', date => pad(hour12(date))],
  ['M', date => pad(date.getUTCMinutes())],
  ['S', date => pad(date.getUTCSeconds())],
  ['f', date => pad(date.getUTCMilliseconds() * 1000, 6)],
  ['p', date => (date.getUTCHours() < 12 ? 'AM' : 'PM')],
  ['j', date => pad(dayOfYear(date), 3)],
  ['a', date => DAYS[date.getUTCDay()]!.slice(0, 3)],
  ['A', date => DAYS[date.getUTCDay()]!],
  ['b', date => MONTHS[date.getUTCMonth()]!.slice(0, 3)],
  ['B', date => MONTHS[date.getUTCMonth()]!],
  ['w', date => String(date.getUTCDay())],
  ['u', date => String(isoWeekday(date))],
  ['V', date => pad(isoWeek(date).week)],
  ['G', date => pad(isoWeek(date).year, 4)],
  ['Z', () => 'UTC'],
  ['z', () => '+0000'],
  ['s', date => String(Math.floor(date.getTime() / 1000))],
  ['F', day],
  ['T', clock],
  [
    'D',
    date => `${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}/${pad(date.getUTCFullYear() % 100)}`,
  ],
  ['%', () => '%'],
]);

/** A directive, with `-` for no leading zeros: `%-d`. */
const DIRECTIVE = /%(-?)([\s\S]?)/gu;

export function formatTime(time: DateTime, format: string): string {
  const date = new Date(time.milliseconds);
  return format.replace(DIRECTIVE, (whole, bare: string, letter: string) => {
    const write = DIRECTIVES.get(letter) ?? unknownDirective(whole);
    return bare ? write(date).replace(/^[0 ]+(?=\d)/, '') : write(date);
  });
}

function unknownDirective(directive: string): never {
  return valueError(
    `'${directive}' is not a known time directive`,
    `known: ${[...DIRECTIVES.keys()].map(letter => `%${letter}`).join(' ')}`,
  );
}
