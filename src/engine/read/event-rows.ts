import { countEvents } from '../../core/codec/count-events.ts';
import { encodeEvent } from '../../core/codec/encode-event.ts';
import type { EventRow } from '../../core/codec/row.ts';
import type { EventStore, Turn } from '../../ports/event-store.ts';
import { findEvent } from '../find-event.ts';

/** Turns that are held at once. */
const PAGE = 100;

/** Events as they are shown, from the `from`-th on (counted from 0). Reads only the turns they stand in. */
export async function readRows(
  events: EventStore,
  executionId: string,
  from: number,
  count: number,
): Promise<readonly EventRow[]> {
  const start = await events.turnOfRow(executionId, from);
  if (!start) return [];
  const rows: EventRow[] = [];
  let row = start.firstRow;
  for await (const turn of turnsFrom(events, executionId, start.version)) {
    for (const event of turn.events) {
      const size = countEvents([event]);
      const isBefore = row + size <= from;
      if (!isBefore) rows.push(...encodeEvent(event, executionId).slice(Math.max(0, from - row)));
      row += size;
      if (rows.length >= count) return rows.slice(0, count);
    }
  }
  return rows;
}

/** How many rows there are up to and with an event, by the id it is shown with. Undefined: there is none. */
export async function rowsUpTo(
  events: EventStore,
  executionId: string,
  shownId: string,
): Promise<number | undefined> {
  const [id = '', place] = shownId.split('.');
  const turn = await findEvent(events, executionId, id);
  if (!turn) return undefined;
  const index = turn.events.findIndex(event => event.id === id);
  const before = countEvents(turn.events.slice(0, index));
  const size = countEvents(turn.events.slice(index, index + 1));
  const within = place === undefined ? size : Math.min(size, Number(place) + 1);
  return (await firstRowOf(events, executionId, turn)) + before + within;
}

async function firstRowOf(events: EventStore, executionId: string, { version }: Turn): Promise<number> {
  const total = (await events.summary(executionId))?.events ?? 0;
  let [low, high] = [0, Math.max(0, total - 1)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await events.turnOfRow(executionId, middle);
    if (found && found.version < version) low = middle + 1;
    else high = middle;
  }
  return (await events.turnOfRow(executionId, low))?.firstRow ?? 0;
}

/** The log from a version on, a part at a time. */
export async function* turnsFrom(events: EventStore, executionId: string, version = 1): AsyncGenerator<Turn> {
  for (let next = version; ; next += PAGE) {
    const turns = await events.read(executionId, next, { limit: PAGE });
    yield* turns;
    if (turns.length < PAGE) return;
  }
}

/** The log from its end, a part at a time, newest turn first. */
export async function* turnsBackwards(
  events: EventStore,
  executionId: string,
  last: number,
): AsyncGenerator<Turn> {
  for (let upTo = last; upTo > 0; upTo -= PAGE) {
    const turns = await events.read(executionId, Math.max(1, upTo - PAGE + 1), { upTo });
    yield* turns.toReversed();
  }
}
