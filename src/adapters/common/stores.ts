import type { EventStore } from '../../ports/event-store.ts';

/** What an embedded engine keeps, opened and closed together. */
export interface Stores {
  readonly events: EventStore;
  /** Everything acknowledged is durable before it resolves. Closing twice is no error. */
  close(): Promise<void>;
}
