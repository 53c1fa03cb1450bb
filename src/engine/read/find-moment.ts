import type { EventStore, Turn } from '../../ports/event-store.ts';
import { findEvent } from '../find-event.ts';

/** A point in the log of an execution: just after one of its events. */
export interface FoundMoment {
  readonly eventId: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Versions have few digits, ids of events many: a number of more digits than this is no version. */
const MOST_DIGITS = 9;

/**
 * The moment that is meant: an event by its id, a turn by its version, a time, `start` or `end`. Found by
 * halving the log. Undefined if the execution has no such moment.
 */
export async function findMoment(
  events: EventStore,
  executionId: string,
  text: string,
): Promise<FoundMoment | undefined> {
  const last = (await events.summary(executionId))?.version ?? 0;
  if (text === 'start') return momentOf(events, executionId, 1);
  if (text === 'end') return momentOf(events, executionId, last);
  if (/^\d+$/.test(text)) return byNumber(events, executionId, text, last);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : byTime(events, executionId, time, last);
}

async function byNumber(
  events: EventStore,
  executionId: string,
  digits: string,
  last: number,
): Promise<FoundMoment | undefined> {
  const version = Number(digits);
  if (digits.length <= MOST_DIGITS && version >= 1 && version <= last)
    return momentOf(events, executionId, version);
  const turn = await findEvent(events, executionId, digits);
  const event = turn?.events.find(({ id }) => id === digits);
  return turn && event && { eventId: event.id, version: turn.version, at: event.at };
}

/** The end of the last turn that was taken by then. */
async function byTime(
  events: EventStore,
  executionId: string,
  time: number,
  last: number,
): Promise<FoundMoment | undefined> {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [turn] = await events.read(executionId, middle, { limit: 1 });
    if (turn && turn.at <= time) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? undefined : momentOf(events, executionId, low);
}

async function momentOf(
  events: EventStore,
  executionId: string,
  version: number,
): Promise<FoundMoment | undefined> {
  const [turn] = await events.read(executionId, version, { limit: 1 });
  return turn && endOf(turn);
}

function endOf({ version, at, events }: Turn): FoundMoment | undefined {
  const last = events.at(-1);
  return last && { eventId: last.id, version, at };
}
