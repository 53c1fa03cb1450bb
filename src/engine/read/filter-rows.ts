import { setImmediate } from 'node:timers/promises';
import { countEvents } from '../../core/codec/count-events.ts';
import { encodeEvent } from '../../core/codec/encode-event.ts';
import { canonicalName } from '../../core/codec/event-names.ts';
import type { EventRow } from '../../core/codec/row.ts';
import { shownName } from '../../core/codec/row-words.ts';
import type { Event } from '../../core/event.ts';
import type { EventFilter, EventStore, SpanTally, Turn } from '../../ports/event-store.ts';

/** Turns that are counted together. */
const SPAN = 500;
/** Turns that are counted in one go; then others get a turn. */
const PART = 50_000;

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

/** Of the wanted events after the first `skip` rows of the log: `count` from the `from`-th on. */
export interface RowPage {
  readonly skip: number;
  readonly from: number;
  readonly count: number;
}

/**
 * A page of the wanted events. The store knows how many each turn has, so that only the turns of the page are
 * read, and the one in which the log is cut.
 */
export async function filterRows(
  events: EventStore,
  executionId: string,
  wanted: RowFilter,
  page: RowPage,
): Promise<FilteredRows> {
  const filter = eventFilter(wanted);
  const start = await events.turnOfRow(executionId, page.skip);
  if (!start) return { rows: [], total: 0 };
  const found = new Collector(events, executionId, filter, page);
  const isCut = start.firstRow < page.skip;
  if (isCut) await found.read(start.version, page.skip - start.firstRow);
  const last = (await events.summary(executionId))?.version ?? 0;
  for (let from = isCut ? start.version + 1 : start.version; from <= last; from += PART) {
    const range = { from, to: Math.min(last, from + PART - 1), span: SPAN };
    for (const span of await events.tally(executionId, filter, range)) await found.add(span);
    await setImmediate();
  }
  return found;
}

/** Counts wanted rows, and reads those of the page. */
class Collector implements FilteredRows {
  readonly rows: EventRow[] = [];
  total = 0;
  readonly #events: EventStore;
  readonly #executionId: string;
  readonly #filter: EventFilter;
  readonly #isWanted: (event: Event) => boolean;
  readonly #page: RowPage;

  constructor(events: EventStore, executionId: string, filter: EventFilter, page: RowPage) {
    this.#events = events;
    this.#executionId = executionId;
    this.#filter = filter;
    this.#isWanted = eventTest(filter);
    this.#page = page;
  }

  /** A span that has nothing of the page is counted, of others each turn. */
  async add({ from, to, rows }: SpanTally): Promise<void> {
    if (!this.#isOnPage(rows)) this.total += rows;
    else if (from === to) await this.read(from, 0);
    else {
      const turns = await this.#events.tally(this.#executionId, this.#filter, { from, to, span: 1 });
      for (const turn of turns) await this.add(turn);
    }
  }

  /** A turn without its first rows. */
  async read(version: number, skipped: number): Promise<void> {
    const [turn] = await this.#events.read(this.#executionId, version, { limit: 1 });
    if (turn) this.#take(turn, skipped);
  }

  #isOnPage(rows: number): boolean {
    const { from, count } = this.#page;
    return this.total < from + count && this.total + rows > from;
  }

  #take({ events }: Turn, skipped: number): void {
    const end = this.#page.from + this.#page.count;
    let row = 0;
    for (const event of events) {
      const size = countEvents([event]);
      const passed = Math.min(size, Math.max(0, skipped - row));
      row += size;
      if (passed === size || !this.#isWanted(event)) continue;
      const shown = size - passed;
      if (this.total < end && this.total + shown > this.#page.from) {
        const rows = encodeEvent(event, this.#executionId).slice(passed);
        this.rows.push(...rows.slice(Math.max(0, this.#page.from - this.total), end - this.total));
      }
      this.total += shown;
    }
  }
}

/** Names are canonical in the log. */
export function eventFilter({ type, step }: RowFilter): EventFilter {
  return {
    ...(type === undefined ? {} : { type: nameFilter(type) }),
    ...(step === undefined ? {} : { step }),
  };
}

const nameFilter = (type: string): NonNullable<EventFilter['type']> =>
  type.endsWith('*') ? { startsWith: type.slice(0, -1) } : { is: canonicalName(type) ?? type };

export function eventTest({ type, step }: EventFilter): (event: Pick<Event, 'type'>) => boolean {
  return event => {
    if (step !== undefined && !('step' in event && event.step === step)) return false;
    const name = shownName(event);
    return type === undefined || ('is' in type ? name === type.is : name.startsWith(type.startsWith));
  };
}
