import { countEvents } from '../../core/codec/count-events.ts';
import { encodeEvent } from '../../core/codec/encode-event.ts';
import { canonicalName } from '../../core/codec/event-names.ts';
import type { EventRow } from '../../core/codec/row.ts';
import type { Event } from '../../core/event.ts';
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

/** Which events are wanted: by name in any spelling, or the beginning of one with a star; by step. */
export interface RowFilter {
  readonly type?: string | undefined;
  readonly step?: string | undefined;
}

export interface FilteredRows {
  readonly rows: readonly EventRow[];
  /** All that are wanted. */
  readonly total: number;
}

/** A page of the wanted events after the first `skip` rows of the log. Looks through the log, a part at a time. */
export async function filterRows(
  events: EventStore,
  executionId: string,
  filter: RowFilter,
  page: { readonly skip: number; readonly from: number; readonly count: number },
): Promise<FilteredRows> {
  const isWanted = eventTest(filter);
  const start = await events.turnOfRow(executionId, page.skip);
  const rows: EventRow[] = [];
  let [row, total] = [start?.firstRow ?? 0, 0];
  if (!start) return { rows, total };
  const end = page.from + page.count;
  for await (const turn of turnsFrom(events, executionId, start.version)) {
    for (const event of turn.events) {
      const size = countEvents([event]);
      const passed = Math.min(size, Math.max(0, page.skip - row));
      row += size;
      if (passed === size || !isWanted(event)) continue;
      const found = size - passed;
      if (total < end && total + found > page.from) {
        const shown = encodeEvent(event, executionId).slice(passed);
        rows.push(...shown.slice(Math.max(0, page.from - total), end - total));
      }
      total += found;
    }
  }
  return { rows, total };
}

export function eventTest({ type, step }: RowFilter): (event: Event) => boolean {
  const isNamed = type === undefined ? () => true : nameTest(type);
  return event => isNamed(event.type) && (step === undefined || ('step' in event && event.step === step));
}

function nameTest(type: string): (name: string) => boolean {
  if (type.endsWith('*')) return name => name.startsWith(type.slice(0, -1));
  const canonical = canonicalName(type) ?? type;
  return name => name === canonical;
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
