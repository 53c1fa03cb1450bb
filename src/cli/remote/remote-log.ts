import type { Client } from '../../client/index.ts';
import type { Event } from '../../core/event.ts';
import type { Turn } from '../../ports/event-store.ts';
import { EventDecoder } from './event-decoder.ts';

/** Events that are asked for at once. */
const PAGE = 500;

/**
 * The log of one execution, read from a server as far as somebody looks. The API shows events, not the turns in
 * which they were appended: each event is a turn of its own here.
 */
export class RemoteLog {
  readonly #client: Client;
  readonly #executionId: string;
  readonly #decoder = new EventDecoder();
  readonly #turns: Turn[] = [];
  #lastRow: string | undefined;

  constructor(client: Client, executionId: string) {
    this.#client = client;
    this.#executionId = executionId;
  }

  async read(fromVersion = 1): Promise<readonly Turn[]> {
    for (;;) {
      const { events, pagination } = await this.#client.call('executions.events', {
        params: { id: this.#executionId },
        query: {
          page_size: PAGE,
          ...(this.#lastRow === undefined ? {} : { since_event_id: this.#lastRow }),
        },
      });
      for (const row of events) this.#take(row, row.event_id);
      if (!pagination.has_next) return this.#turns.slice(fromVersion - 1);
    }
  }

  #take(row: object, rowId: string): void {
    this.#lastRow = rowId;
    const event = this.#decoder.take(row);
    if (event) this.#turns.push(this.#turnOf(event));
  }

  #turnOf(event: Event): Turn {
    return {
      executionId: this.#executionId,
      version: this.#turns.length + 1,
      at: event.at,
      events: [event],
    };
  }
}
