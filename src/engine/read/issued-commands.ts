import { countEvents } from '../../core/codec/count-events.ts';
import type { CommandIssued, Event } from '../../core/event.ts';
import { isOpen, Queue, type QueueRow } from '../../core/view/queue-view.ts';
import type { EventStore, Turn } from '../../ports/event-store.ts';
import { turnsFrom } from './event-rows.ts';

/** Commands in the order of their issue. */
export interface IssuedCommands {
  readonly rows: readonly QueueRow[];
  /** The row of the log with the next command; undefined: there is none. */
  readonly next: number | undefined;
  /** Events that were read to find them. */
  readonly readEvents: number;
}

/** Turns whose kinds are looked at in one go. */
const PAGE = 1_000;

/**
 * The commands that were issued from a row of the log on, at most `limit`. Reads that part of the log, and on
 * from there until it is known how each of them ended. `open`: those of which the log does not tell an end.
 */
export async function issuedCommands(
  events: EventStore,
  executionId: string,
  { row, limit, open }: { readonly row: number; readonly limit: number; readonly open: ReadonlySet<string> },
): Promise<IssuedCommands> {
  const slice = new Slice(row, limit, open);
  const start = await events.turnOfRow(executionId, row);
  if (!start) return slice.result;
  let [at, version] = [start.firstRow, start.version];
  for await (const turn of turnsFrom(events, executionId, start.version)) {
    at = slice.collect(turn, at);
    version = turn.version + 1;
    if (slice.isFull) break;
  }
  for (const step of slice.waiting()) await followStep(events, executionId, slice, { step, version });
  return slice.result;
}

/** Reads what the log tells of a step from a version on, until no command of it is waited for. */
async function followStep(
  events: EventStore,
  executionId: string,
  slice: Slice,
  { step, version }: { readonly step: string; readonly version: number },
): Promise<void> {
  const last = (await events.summary(executionId))?.version ?? 0;
  for (let from = version; from <= last; from += PAGE) {
    const to = Math.min(last, from + PAGE - 1);
    for (const turn of await events.tally(executionId, { step }, { from, to, span: 1 })) {
      if (!slice.waiting().has(step)) return;
      const [found] = await events.read(executionId, turn.from, { limit: 1 });
      if (found) slice.follow(found, step);
    }
  }
}

/** The commands of a page, and what became of them. */
class Slice {
  readonly #queue = new Queue();
  readonly #first: number;
  readonly #limit: number;
  readonly #open: ReadonlySet<string>;
  readonly #stepOf = new Map<string, string>();
  #next: number | undefined;
  #readEvents = 0;

  constructor(first: number, limit: number, open: ReadonlySet<string>) {
    this.#first = first;
    this.#limit = limit;
    this.#open = open;
  }

  get isFull(): boolean {
    return this.#next !== undefined;
  }

  get result(): IssuedCommands {
    return { rows: [...this.#queue.rows.values()], next: this.#next, readEvents: this.#readEvents };
  }

  /** Of a turn whose first event is at a row; gives the row after its last. */
  collect(turn: Turn, firstRow: number): number {
    let row = firstRow;
    for (const event of turn.events) {
      if (event.type === 'command.issued') this.#issue(event, row);
      else this.#queue.add(event);
      const size = countEvents([event]);
      this.#readEvents += size;
      row += size;
    }
    return row;
  }

  follow(turn: Turn, step: string): void {
    this.#readEvents += countEvents(turn.events);
    for (const event of turn.events) if (isAbout(event, step)) this.#queue.add(event);
  }

  /** The steps with commands whose end is in the log, further on. */
  waiting(): ReadonlySet<string> {
    const steps = new Set<string>();
    for (const [key, row] of this.#queue.rows) {
      if (isOpen(row) && !this.#open.has(row.command_id)) steps.add(this.#stepOf.get(key) ?? '');
    }
    return steps;
  }

  #issue(event: CommandIssued, row: number): void {
    const { from, to } = event.window ?? { from: 0, to: 1 };
    const skipped = Math.max(0, this.#first - row);
    const room = this.#limit - this.#queue.rows.size;
    const end = Math.min(to, from + skipped + room);
    if (from + skipped < end) {
      const known = new Set(this.#queue.rows.keys());
      this.#queue.add(event.window ? { ...event, window: { from: from + skipped, to: end } } : event);
      for (const key of this.#queue.rows.keys()) if (!known.has(key)) this.#stepOf.set(key, event.step);
    }
    if (end < to) this.#next ??= row + Math.max(skipped, end - from);
  }
}

const isAbout = (event: Event, step: string): boolean =>
  event.type !== 'command.issued' && 'step' in event && event.step === step;
