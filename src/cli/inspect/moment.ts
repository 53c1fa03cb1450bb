import type { Turn } from '../../ports/event-store.ts';
import { WrongRequest } from './wrong-request.ts';

/** A point in the log of an execution: just after one of its events. */
export interface FoundMoment {
  readonly eventId: string;
  readonly version: number;
  readonly at: number;
}

/** Fewer digits are the version of a turn, not the end of an event's id. */
const FEWEST_DIGITS = 4;
const TIME = /^\d{4}-\d\d-\d\d([T ].*)?$/;

/**
 * The moment that people mean: an event by its id, or by four or more digits with which the id ends; a turn
 * by its version; a time; `start` or `end`.
 */
export function findMoment(turns: readonly Turn[], text: string): FoundMoment {
  const found = /^\d+$/.test(text) ? byNumber(turns, text) : byWord(turns, text);
  if (found) return found;
  throw new WrongRequest(
    `'${text}' is no moment of this execution: write the id of an event (or four or more digits it ends with), ` +
      `a version from 1 to ${turns.at(-1)?.version ?? 0}, a time such as 2026-11-16T08:30:00Z, \`start\` or \`end\`. ` +
      '`noetl events` lists the events',
  );
}

function byNumber(turns: readonly Turn[], digits: string): FoundMoment | undefined {
  const exact = eventWhere(turns, id => id === digits);
  if (exact.length > 0) return exact[0];
  const turn = turns.find(({ version }) => version === Number(digits));
  if (turn) return endOf(turn);
  const ending = digits.length < FEWEST_DIGITS ? [] : eventWhere(turns, id => id.endsWith(digits));
  if (ending.length < 2) return ending[0];
  const ids = ending.slice(0, 5).map(({ eventId }) => eventId);
  throw new WrongRequest(`'${digits}' is the end of several event ids, write more digits: ${ids.join(', ')}`);
}

const eventWhere = (turns: readonly Turn[], test: (id: string) => boolean): FoundMoment[] =>
  turns.flatMap(({ version, events }) =>
    events.filter(({ id }) => test(id)).map(({ id, at }) => ({ eventId: id, version, at })),
  );

function byWord(turns: readonly Turn[], text: string): FoundMoment | undefined {
  const [first] = turns;
  if (text === 'start') return first && endOf(first);
  const last = turns.at(-1);
  if (text === 'end') return last && endOf(last);
  const time = TIME.test(text) ? Date.parse(withZone(text)) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const before = turns.findLast(({ at }) => at <= time);
  if (before) return endOf(before);
  const began = first === undefined ? '' : new Date(first.at).toISOString();
  throw new WrongRequest(`the execution began after ${text}: at ${began}`);
}

/** A time without a zone is UTC, as it is shown. */
const withZone = (text: string): string => {
  const time = text.replace(' ', 'T');
  return time.includes('T') && !/(Z|[+-]\d\d:?\d\d)$/i.test(time) ? `${time}Z` : time;
};

const endOf = ({ version, at, events }: Turn): FoundMoment | undefined => {
  const last = events.at(-1);
  return last && { eventId: last.id, version, at };
};
