import { valueError } from '../../error.ts';
import { DateTime } from '../../value/datetime.ts';
import { MONTHS } from './names.ts';

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  milliseconds: number;
  /** Hours are on a clock of twelve, in this half of the day. */
  half: 'am' | 'pm' | undefined;
  /** Minutes east of UTC. */
  offset: number;
}

interface Directive {
  readonly pattern: RegExp;
  readonly read: (text: string, parts: Parts) => void;
}

const number = (
  pattern: RegExp,
  part: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
): Directive => ({
  pattern,
  read: (text, parts) => {
    parts[part] = Number(text);
  },
});

const TWO = /\d{1,2}/y;

const month = (length: number | undefined): Directive => ({
  pattern: new RegExp(MONTHS.map(name => name.slice(0, length)).join('|'), 'iy'),
  read: (text, parts) => {
    parts.month = MONTHS.findIndex(name => name.slice(0, length).toLowerCase() === text.toLowerCase()) + 1;
  },
});

/** What each directive reads. Day names carry nothing that the date does not say. */
const DIRECTIVES: ReadonlyMap<string, Directive> = new Map([
  ['Y', number(/\d{4}/y, 'year')],
  ['m', number(TWO, 'month')],
  ['d', number(TWO, 'day')],
  ['H', number(TWO, 'hour')],
  ['I', number(TWO, 'hour')],
  ['M', number(TWO, 'minute')],
  ['S', number(TWO, 'second')],
  ['b', month(3)],
  ['B', month(undefined)],
  [
    'y',
    {
      pattern: /\d{2}/y,
      read: (text, parts) => {
        parts.year = Number(text) + (Number(text) < 69 ? 2000 : 1900);
      },
    },
  ],
  [
    'f',
    {
      pattern: /\d{1,6}/y,
      read: (text, parts) => {
        parts.milliseconds = Math.floor(Number(text.padEnd(6, '0')) / 1000);
      },
    },
  ],
  [
    'p',
    {
      pattern: /am|pm/iy,
      read: (text, parts) => {
        parts.half = text.toLowerCase() === 'am' ? 'am' : 'pm';
      },
    },
  ],
  [
    'z',
    {
      pattern: /Z|[+-]\d{2}:?\d{2}/y,
      read: (text, parts) => {
        const size = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
        parts.offset = text === 'Z' ? 0 : text.startsWith('-') ? -size : size;
      },
    },
  ],
  ['Z', { pattern: /UTC|GMT/iy, read: () => {} }],
  ['a', { pattern: /mon|tue|wed|thu|fri|sat|sun/iy, read: () => {} }],
  ['A', { pattern: /(?:mon|tues|wednes|thurs|fri|satur|sun)day/iy, read: () => {} }],
  ['%', { pattern: /%/y, read: () => {} }],
]);

/** Directives that stand for several. */
const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ['F', '%Y-%m-%d'],
  ['T', '%H:%M:%S'],
  ['D', '%m/%d/%y'],
]);

/** Reads a time in a format of `strptime`; undefined if the text does not have it. */
export function parseTime(text: string, format: string): DateTime | undefined {
  const parts: Parts = {
    year: 1900,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    milliseconds: 0,
    half: undefined,
    offset: 0,
  };
  const whole = format.replace(/%([FTD])/g, (_, letter: string) => SHORTHANDS.get(letter) as string);
  return readParts(text, whole, parts) ? assemble(parts) : undefined;
}

function readParts(text: string, format: string, parts: Parts): boolean {
  let at = 0;
  for (const [piece] of format.matchAll(/%[\s\S]?|\s+|[^%\s]/gu)) {
    const directive = piece.startsWith('%')
      ? (DIRECTIVES.get(piece.slice(1)) ?? unknownDirective(piece))
      : undefined;
    const pattern = directive?.pattern ?? (/^\s/u.test(piece) ? /\s+/uy : undefined);
    if (!pattern) {
      if (!text.startsWith(piece, at)) return false;
      at += piece.length;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return false;
    directive?.read(match[0], parts);
    at = pattern.lastIndex;
  }
  return at === text.length;
}

function assemble(parts: Parts): DateTime | undefined {
  const { year, month, day, minute, second, milliseconds, half, offset } = parts;
  if (half !== undefined && (parts.hour < 1 || parts.hour > 12)) return undefined;
  const hour = half === undefined ? parts.hour : (parts.hour % 12) + (half === 'pm' ? 12 : 0);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? new DateTime(date.getTime() - offset * 60_000) : undefined;
}

function unknownDirective(directive: string): never {
  return valueError(`'${directive}' is not a directive that 'to_datetime' reads`);
}
