import type { EventStore, Turn } from '../ports/event-store.ts';
import type { WriteLoad } from '../ports/load.ts';

/** Told how long a turn took to become durable, in milliseconds, and whether it did. */
export type OnWrite = (milliseconds: number, isDurable: boolean) => void;

/** A log that knows how far it is behind. */
export class MeasuredEvents implements EventStore {
  /** Told of every write from now on. */
  onWrite: OnWrite = () => {};
  readonly #events: EventStore;
  readonly #now: () => number;
  /** When each turn was handed over; oldest first. */
  readonly #waiting = new Map<Turn, number>();
  #trouble: WriteLoad['trouble'];

  /** `now`: milliseconds of a clock that is never set. */
  constructor(events: EventStore, now: () => number = () => performance.now()) {
    this.#events = events;
    this.#now = now;
  }

  get load(): WriteLoad {
    const [oldest] = this.#waiting.values();
    const behind = oldest === undefined ? 0 : this.#now() - oldest;
    return { waiting: this.#waiting.size, behind, trouble: this.#trouble };
  }

  async append(turn: Turn): Promise<'appended' | 'conflict'> {
    const began = this.#now();
    this.#waiting.set(turn, began);
    try {
      const outcome = await this.#events.append(turn);
      this.#trouble = undefined;
      this.onWrite(this.#now() - began, true);
      return outcome;
    } catch (error) {
      this.#trouble = { message: error instanceof Error ? error.message : String(error), at: turn.at };
      this.onWrite(this.#now() - began, false);
      throw error;
    } finally {
      this.#waiting.delete(turn);
    }
  }

  read: EventStore['read'] = (...range) => this.#events.read(...range);
  turnOfRow: EventStore['turnOfRow'] = (...row) => this.#events.turnOfRow(...row);
  tally: EventStore['tally'] = (...wanted) => this.#events.tally(...wanted);
  summary: EventStore['summary'] = executionId => this.#events.summary(executionId);
  list: EventStore['list'] = filter => this.#events.list(filter);
  count: EventStore['count'] = filter => this.#events.count(filter);
  open: EventStore['open'] = () => this.#events.open();
  close: EventStore['close'] = () => this.#events.close();
}
